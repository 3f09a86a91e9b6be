"""Pictures, and pages that are only pictures: their text, as whoever recognises it reads it."""
