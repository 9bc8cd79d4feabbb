"""The site's processes on all machines: each has a row, which it updates while it lives."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Process(models.Model):
    """A process that serves pages, runs tasks, or schedules them."""

    class Role(models.TextChoices):
        WEB = "web", pgettext_lazy("a process", "web")
        WORKER = "worker", pgettext_lazy("a process", "worker")
        SCHEDULER = "scheduler", pgettext_lazy("a process", "scheduler")

    key = models.CharField(max_length=150, unique=True)
    """Machine, number and start, which identify a process forever."""
    role = models.CharField(max_length=9, choices=Role.choices)
    host = models.CharField(max_length=100)
    pid = models.PositiveIntegerField()
    release = models.CharField(max_length=60, blank=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    memory = models.PositiveBigIntegerField(default=0)
    """In bytes, of this process without its children."""
    processor = models.FloatField(default=0)
    """Seconds of processor time so far."""
    streams = models.PositiveIntegerField(default=0)
    """Open live streams."""

    class Meta:
        verbose_name = _("process")
        verbose_name_plural = _("processes")
        ordering = ["role", "host", "pid"]

    def __str__(self) -> str:
        return f"{self.role} {self.host}/{self.pid}"


class Lease(models.Model):
    """The leader among several processes, and until when."""

    name = models.CharField(max_length=20, primary_key=True)
    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("lease")
        verbose_name_plural = _("leases")

    def __str__(self) -> str:
        return f"{self.name}: {self.holder}"
