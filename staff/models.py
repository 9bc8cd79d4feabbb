# Django finds an app's models here.
from staff.processes.models import Process

__all__ = ["Process"]
