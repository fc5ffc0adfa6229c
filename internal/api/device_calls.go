package api

// deviceCalls lists the operations of a paired device, for example a TV that a user paired by a code. It may watch, and read
// what the pages show. Each other operation that needs a user answers device_not_allowed (ADR 0057): other people in the room
// can use the device, and nobody entered a password or a second factor on it.
//
// A test fails for a call that is neither in this list nor in the list of refused calls.
var deviceCalls = map[string]bool{
	// The start of a page.
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

	// Purchases, favourites and reminders of the user, read only: pages of events show them.
	"list-favorites": true, "list-favorite-events": true, "list-reminders": true,
	"list-orders": true, "list-own-subscriptions": true,
	"get-package": true, "list-packages": true, "get-subscription": true, "list-subscriptions": true,

	// Playback and its reports.
	"take-lease": true, "end-lease": true, "list-leases": true, "list-positions": true, "keep-position": true,
	"get-analytics-hash": true, "open-analytics-session": true, "record-analytics-event": true, "record-video-event": true,
	"record-viewing": true, "report-key-error": true,
}
