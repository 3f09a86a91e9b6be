"""Ready-made settings for the records of this app's DocTypes. A dictionary, so nothing of huf is imported."""

BIKE_REPAIR = {
	# What makes the text, in this order. Left out: all fields that everybody may see.
	"fields": ["customer", "frame_number", "complaint", "work_done"],
	# Which records are worth finding, as conditions of Frappe's lists.
	"filters": [["status", "!=", "Draft"]],
	"expiry_field": "warranty_until",
	"comments": True,
}
