"""The server of the page; read app.py first."""
