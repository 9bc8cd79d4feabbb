from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.views import front
from players.views import set_language

from . import views

# Staff sign in as everyone does, second factor included.
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler500 = views.server_error

urlpatterns = [
    path("", front.front_page, name="front_page"),
    path("", include("games.urls")),
    path("", include("leagues.urls")),
    path("", include("players.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    path("language/", set_language, name="set_language"),
    path("readyz", views.readyz, name="readyz"),
]
