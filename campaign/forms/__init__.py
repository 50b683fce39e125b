"""What people type, turned into what the models take: a module a family of pages."""
