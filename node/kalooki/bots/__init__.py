"""One file per bot, each defines BOT."""
