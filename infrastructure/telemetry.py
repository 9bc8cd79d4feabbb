"""Error reports (Sentry's protocol) and traces (OpenTelemetry), loaded only if configured.

An allow-list decides what leaves the site: no cards, tokens, bodies or personal addresses.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from infrastructure.environment import WrongSetting
from infrastructure.log_context import request_id
from infrastructure.log_filters import without_tokens

MISSING: Final = "needs packages that are not installed: see requirements-telemetry.lock."
ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")

Event = dict[str, Any]
Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]


def install() -> None:
    """Start the configured reporters."""
    if settings.SENTRY_DSN:
        _report_errors()
    if any(os.environ.get(name) for name in ENDPOINTS) and not _is_off():
        _trace()


def _is_off() -> bool:
    is_disabled = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return is_disabled or os.environ.get("OTEL_TRACES_EXPORTER") == "none"


EVENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment")
FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "in_app")
REQUEST: Final = ("method",)


def _report_errors() -> None:
    try:
        import sentry_sdk
    except ImportError as error:
        raise WrongSetting(f"SENTRY_DSN {MISSING}") from error
    try:
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            release=settings.RELEASE or None,
            before_send=lambda event, hint: scrubbed(event),  # type: ignore[arg-type,return-value,unused-ignore]  # its own type of dictionary, where it is installed
            before_breadcrumb=lambda crumb, hint: None,
            send_default_pii=False,
            include_local_variables=False,
            include_source_context=False,
            max_request_body_size="never",
            traces_sample_rate=0,
        )
    except ValueError as error:
        raise WrongSetting(f"SENTRY_DSN is no address of Sentry: {error}.") from None


def scrubbed(event: Mapping[str, Any]) -> Event:
    """The report of an error without any of the site's data: only its kind and its place in the code.

    The text of the error is removed too: it may name a card, a token or an address.
    """
    kept: Event = {name: event[name] for name in EVENT if name in event}
    kept["exception"] = {"values": [_exception(exception) for exception in _values(event, "exception")]}
    if message := (event.get("logentry") or {}).get("message"):
        # The message template without its arguments.
        kept["logentry"] = {"message": without_tokens(str(message)[:500])}
    if transaction := event.get("transaction"):
        kept["transaction"] = without_tokens(str(transaction))
    request = event.get("request") or {}
    kept["request"] = {name: request[name] for name in REQUEST if name in request}
    kept["tags"] = {"request_id": request_id.get()} if request_id.get() else {}
    return kept


def _values(event: Mapping[str, Any], name: str) -> list[Event]:
    return list((event.get(name) or {}).get("values") or [])


def _exception(exception: Event) -> Event:
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    where = [{name: frame[name] for name in FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": where}}


ADDRESSES: Final = ("http.target", "http.url", "url.path", "url.full", "url.query")
OF_VISITORS: Final = ("http.user_agent", "user_agent.original", "net.peer.ip", "client.address")


def _trace() -> None:
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.celery import CeleryInstrumentor
        from opentelemetry.instrumentation.django import DjangoInstrumentor
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise WrongSetting(f"OTEL_EXPORTER_OTLP_ENDPOINT {MISSING}") from error
    os.environ.setdefault("OTEL_SERVICE_NAME", "napoleon")
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(response_hook=_hide_in_span)
    # First, so that it comes before the middleware of the package.
    settings.MIDDLEWARE.insert(0, "infrastructure.telemetry.keep_path_of_wsgi")
    CeleryInstrumentor().instrument()


def keep_path_of_wsgi(get_response: Handler) -> Handler:
    """Undo that Django decodes the path of a WSGI request: the package fails on any letter beyond Latin-1."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.META["PATH_INFO"] = request.path_info.encode("utf-8", "surrogateescape").decode("latin-1")
        return get_response(request)

    return middleware


def _hide_in_span(span: Any, _request: object, _response: object) -> None:
    """Remove tokens and visitors' data from a span; called before it ends."""
    for name, value in dict(span.attributes or {}).items():
        if name in ADDRESSES:
            span.set_attribute(name, without_tokens(f"?{value}" if name == "url.query" else str(value)))
        elif name in OF_VISITORS:
            span.set_attribute(name, "")
    span.set_attribute("request_id", request_id.get())
