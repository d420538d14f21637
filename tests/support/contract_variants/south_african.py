"""Seven rounds."""

from support.contract_presets import SOUTH_AFRICAN as VARIANT

__all__ = ["VARIANT"]
