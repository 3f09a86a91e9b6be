"""Agents, their runs and conversations, triggers, and changes that they propose: huf/ai/runs, triggers and writing."""
