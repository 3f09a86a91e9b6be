"""What Frappe reads of an app. Only the last four names are huf's."""

app_name = "huf_extras"
app_title = "Huf Extras"
app_publisher = "huf contributors"
app_description = "Subtitles, and an index in one JSON file"
app_email = "huf@example.com"
app_license = "mit"
required_apps = ["huf"]

# File extension to extractor.
huf_knowledge_extractors = {"sbv": "huf_extras.subtitles.extract_sbv"}

# Knowledge type, as it is chosen in a Knowledge Source, to kind of index.
huf_knowledge_backends = {"json_words": "huf_extras.json_words.BACKEND"}

# DocType to ready-made settings for its records.
huf_knowledge_presets = {"Bike Repair": "huf_extras.presets.BIKE_REPAIR"}

# Name, as the model calls it, to a tool that agents may have.
huf_agent_tools = {
	"working_days": "huf_extras.tools.WORKING_DAYS",
	"make_todo": "huf_extras.tools.MAKE_TODO",
}
