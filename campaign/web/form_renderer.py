from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Forms and their fields in the site's own parts; the widgets stay Django's."""

    form_template_name = "shared/_form.html"
    field_template_name = "shared/_field.html"
