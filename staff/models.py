# Django finds an app's models here.
from staff.moderation.models import Report, StaffAction
from staff.processes.models import Lease, Process

__all__ = ["Lease", "Process", "Report", "StaffAction"]
