from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Renders forms and their fields with the site's own templates, and widgets with Django's."""

    form_template_name = "shared/_form.html"
    field_template_name = "shared/_field.html"
