"""Views: what is found, drawn as text, SVG and PNG."""
