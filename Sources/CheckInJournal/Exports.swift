// An app imports this module alone: these declare the types that its own declarations mention.
@_exported public import CheckInTimeline
