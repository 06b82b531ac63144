"""Time: tempo and clocks, people who are absent, deadlines and notifications."""
