"""The table in a browser on the same computer: who may see it, its page, and the process that draws it.

Only `kalooki play --web` imports it: aiohttp costs as much time as all the rest.
"""
