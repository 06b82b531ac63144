"""Notices for games over days: by e-mail and Web Push, calm, and without a word about the cards."""
