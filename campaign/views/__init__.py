"""What answers at each address: find with the access check, form, write, answer. A module a family of pages."""
