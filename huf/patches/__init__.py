"""Changes of data that an update of the app needs; each is named in patches.txt and may run on any site."""
