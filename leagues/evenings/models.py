"""Who is coming to a round that is drawn from those present (`Season.takes_attendance`)."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.entries.models import Entry
from leagues.rounds.models import Round


class Attendance(models.Model):
    """What a member, or a guest, has said of a round; without a row nobody knows."""

    class Answer(models.TextChoices):
        COMES = "comes", pgettext_lazy("to a round", "is coming")
        BYE = "bye", pgettext_lazy("to a round", "asks for a bye")
        ABSENT = "absent", pgettext_lazy("to a round", "is not coming")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="attendances")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attendances")
    answer = models.CharField(max_length=6, choices=Answer.choices)
    answered_at = models.DateTimeField()

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="leagues_attendance_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id} {self.answer}"
