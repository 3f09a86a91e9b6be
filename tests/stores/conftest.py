"""What the tests of other stores share."""

from hypothesis import settings

from tests.chance import FORGIVING

settings.load_profile(FORGIVING)
