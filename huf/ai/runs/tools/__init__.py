"""What the model of a run may do: the tools it is offered, the changes it proposes, and how a person decides on them."""
