"""Pictures made on the server: a position of a review, for the previews that chats show of a link."""

from .review import review_picture

__all__ = ["review_picture"]
