"""Changes of records that a model proposes: what an agent may propose, what would change, and writing it once a person confirmed."""
