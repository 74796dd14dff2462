"""The page that shows a recorded search; read exhibit.py first."""
