"""Known questions inside of mails and long prompts, and how much of what the bare question finds is still found."""
