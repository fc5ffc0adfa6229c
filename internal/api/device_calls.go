package api

// deviceCalls lists the calls that a device may make after a user let it in by a code, such as a TV. Such a device may watch and
// nothing else: each other call that knows its caller is refused with device_not_allowed (ADR 0057). A device stands where others
// can use it, and it never entered a password or a code of the second factor.
//
// A test fails for a call that is neither in this list nor in the list of refused calls.
var deviceCalls = map[string]bool{
	// What a page starts with.
	"get-channel-bootstrap-data": true, "get-color-settings": true, "get-settings": true, "get-geo": true,
	"get-profile": true, "get-user-access": true, "logout": true,
	"get-page": true, "list-pages": true, "list-faq": true, "list-menu": true, "list-slides": true, "get-custom-form": true,

	// Lists, search and pages of events and videos.
	"get-event": true, "get-event-chapters": true, "list-event-moments": true, "list-watchable-here": true, "get-preroll": true,
	"list-events": true, "list-events-categories": true, "list-events-for-homepage": true, "list-events-locations": true,
	"list-participants": true, "list-participant-groups": true, "get-participant-group-properties": true,
	"get-vod-media-item": true, "list-vod-media-categories": true, "list-vod-media-items": true, "list-vod-media-rails": true,
	"search": true, "search-vod-media": true, "follow-events": true,
	"list-events-with-clip": true, "list-event-clips": true, "list-user-clips": true, "get-clip-cover": true, "get-shared-clip": true,

	// What the user owns and follows, read only: pages of events show it.
	"list-favorites": true, "list-favorite-events": true, "list-reminders": true,
	"list-orders": true, "list-own-subscriptions": true,
	"get-package": true, "list-packages": true, "get-subscription": true, "list-subscriptions": true,

	// Playback and its reports.
	"take-lease": true, "end-lease": true, "list-leases": true, "list-positions": true, "keep-position": true,
	"get-analytics-hash": true, "open-analytics-session": true, "record-analytics-event": true, "record-video-event": true,
	"record-viewing": true, "report-key-error": true,
}
