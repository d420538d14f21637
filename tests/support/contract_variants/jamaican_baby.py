"""Three deals."""

from support.contract_presets import JAMAICAN_BABY as VARIANT

__all__ = ["VARIANT"]
