from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Renders forms and fields with the site's own templates. Widgets keep Django's templates."""

    form_template_name = "shared/_form.html"
    field_template_name = "shared/_field.html"
