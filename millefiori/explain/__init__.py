"""What an action brings and why, why an action is illegal, and the rules in a few words."""
