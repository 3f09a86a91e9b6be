"""What huf tells Frappe about itself."""

app_name = "huf"
app_title = "Huf"
app_publisher = "huf contributors"
app_description = "Agents that answer from what the company knows, with citations and with the asking user's rights."
app_email = "huf@example.com"
app_license = "MIT"

after_install = "huf.install.after_install"
after_migrate = ["huf.install.after_migrate"]

# Inputs and builds live and die with their source, and an input whose file is deleted says so when it is
# next indexed: neither keeps anything from being deleted.
ignore_links_on_delete = ["Knowledge Input", "Knowledge Build"]

export_python_type_annotations = True
require_type_annotated_api_methods = True
