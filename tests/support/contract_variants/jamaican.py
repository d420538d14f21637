"""Nine deals."""

from support.contract_presets import JAMAICAN as VARIANT

__all__ = ["VARIANT"]
