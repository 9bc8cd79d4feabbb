# Django finds an app's models here.
from staff.moderation.models import Report, StaffAction
from staff.processes.models import Process

__all__ = ["Process", "Report", "StaffAction"]
