import pytest
from django.contrib.auth.models import Permission

from players.models import User
from tests.support.captains import captains_think_briefly  # noqa: F401
from tests.support.cast import person
from tests.support.wall_clock import wall  # noqa: F401


@pytest.fixture
def staff(db: None) -> User:
    """Somebody who may moderate."""
    user = person("sato")
    user.is_staff = True
    user.save()
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return user
