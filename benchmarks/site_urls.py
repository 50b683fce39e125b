from django.http import HttpRequest, HttpResponse
from django.urls import path

from campaign.urls import urlpatterns as site


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def signed_in(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.user.is_authenticated))


urlpatterns = [path("empty", empty), path("signed-in", signed_in), *site]
