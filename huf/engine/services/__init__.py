"""What every call to a service outside needs, whatever it is asked for."""
