"""Every model of the app, in the one module where Django looks for them."""

from staff.moderation.models import Report, StaffAction
from staff.processes.models import Lease, Process

__all__ = ["Lease", "Process", "Report", "StaffAction"]
