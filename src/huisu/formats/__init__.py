"""How boards are written and read: layouts, notations, online judges."""
