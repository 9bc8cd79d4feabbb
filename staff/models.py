"""Every model of the app, in the one module where Django looks for them."""

from staff.backups.models import BackupProof
from staff.moderation.models import Report, StaffAction
from staff.processes.models import Lease, Process
