package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// TestAnswersHaveTheFieldsOfTheSpecification reads like section 3 of the specification: which fields an answer has, by
// the names on the wire. A field may be null, but it is there.
func TestAnswersHaveTheFieldsOfTheSpecification(t *testing.T) {
	c := newClipper(t, dbtest.SQLite(t))
	s := c.season
	made := c.cut(c.over)
	c.follow(c.fan.key, "participant", int64(s.lynx))
	site := must[*channel.Site](c.world)(c.sites.Site(t.Context(), channel.ID(s.channelID)))
	const offer = "id name type offer period currency price base_price service_fee trial_period renewal image event_categories is_team_pass pass_type weight purchased disabledCategories disabledParticipants auto_renew_cancelled"
	for _, test := range []struct{ what, path, inside, fields string }{
		{"an event", fmt.Sprint("events/", s.events["paid"]), "", "id name type participants home_team_id event_utc_ts time_zone status stream_status has_access location_id event_category_id price base_price service_fee image single_event_package_id packages"},
		{"an event of a list", "events", "", "id name type participants home_team_id event_utc_ts time_zone status stream_status has_access location_id event_category_id price base_price service_fee image single_event_package_id"},
		{"a participant", "participants", "", "id name short_name alias images color properties"},
		{"what a participant is like", "participants", "properties", "gender sport"},
		{"a participant group", "participant-groups", "", "id name alias images image"},
		{"a category", "events-categories", "", "id parent_id title alias children"},
		{"divisions", "participant-group-properties", "divisions", "id name alias"},
		{"groups of events", "participant-group-properties", "groups", "id name alias"},
		{"a location", "events-locations", "", "id name city state"},
		{"a user", "profile", "", "id email temporary_password first_name last_name mailing_consent trial_period_used capabilities featureCount is_geo_blocked"},
		{"a user's counters", "profile", "featureCount", "clips downloads"},
		{"a package", "packages", "", offer},
		{"a subscription", "subscriptions", "", offer},
		{"an order", "orders", "", "id type status activity_status product"},
		{"what was ordered", "orders", "product", "id event_category_id participant_id"},
		{"a clip", "clips/user", "", "event_id name start_time duration tags event_media_id event status"},
		{"a favourite", "favorites", "", "id favoritable_id favoritable_type"},
		{"a video", "vod-media-items", "", "id title date assets vod_media_items"},
		{"pictures of a video", "vod-media-items", "assets", "image preview"},
		{"a rail", "vod-media-rails", "", "id title"},
		{"a category of videos", "vod-media-categories", "", "id title"},
		{"a pre-roll", "settings", "prerolls", "id url weight location_id event_categories for_vod for_live"},
		{"a menu item", "menu", "", "id name title image images alias slidable_type slidable_id"},
		{"a slide", "slides/web", "", "id slidable_type slidable_id"},
		{"a page", "pages", "", "id url alt_name name"},
		{"a question", "faq", "", "id question answer"},
		{"a place", "geo", "", "country country_code ip is_geo_blocked"},
		{"a form", "custom-forms/contacts", "", "alias fields"},
		{"settings", "settings", "", "language currency google-analytics yare-analytics auth remoteAuth static_blocks prerolls"},
		{"a tag", "settings", "google-analytics", "google-tag"},
		{"ways in", "settings", "auth", "remote_auth"},
		{"colours", "color-settings/web", "", "footer-background footer-background-20 footer-background-50 footer-background-70 body-background body-background-10 body-background-20 body-background-50 body-background-70 body-text-color body-text-color-5 body-text-color-10 body-text-color-20 body-text-color-50 body-text-color-70 body-text-color-95 header-text-color header-text-color-50"},
		{"everything at once", "channel-bootstrap-data", "", "color-settings events-categories events-locations faq menu packages pages participant-groups settings slides subscriptions participant-group-properties static_blocks"},
		{"what a user may", "user/access", "", "capabilities"},
		{"a clip that is shared", fmt.Sprint("shared-clip/", made.ID), "", "event_id name start_time duration tags event_media_id event status"},
		{"a page with its text", fmt.Sprint("pages/", site.Pages[0].ID), "", "id url alt_name name content"},
	} {
		t.Run(test.what, func(t *testing.T) {
			defer c.within(t)()
			var answer any
			c.do(call{path: "/api/" + test.path, key: c.fan.key}).into(&answer)
			one := first(t, answer)
			if test.inside != "" {
				one = first(t, one[test.inside])
			}
			for field := range strings.FieldsSeq(test.fields) {
				if _, is := one[field]; !is {
					t.Errorf("it has no %s: %v", field, one)
				}
			}
		})
	}
	var keys map[string]any
	c.do(call{path: "/keys/channel-key"}).into(&keys)
	c.do(call{method: http.MethodPost, path: "/api/get_api_key", body: map[string]any{"channel_key": keys["channel_key"]}}).into(&keys)
	if keys["api_key"] == "" || keys["channel_key"] != home {
		t.Errorf("the keys are %v", keys)
	}
}

// first gives an object, or the first of a list of them.
func first(t *testing.T, answer any) map[string]any {
	t.Helper()
	if list, is := answer.([]any); is && len(list) > 0 {
		answer = list[0]
	}
	one, is := answer.(map[string]any)
	if !is {
		t.Fatalf("it is %v", answer)
	}
	return one
}

// TestFieldsTakeTheValuesOfTheSpecification reads like the enumerations of sections 3 and 4: those of the specification
// are among those that the document lists.
func TestFieldsTakeTheValuesOfTheSpecification(t *testing.T) {
	body, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	type property struct {
		Enum  []any `json:"enum"`
		Items struct {
			Enum []any `json:"enum"`
		} `json:"items"`
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]property `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatal(err)
	}
	for field, values := range map[string]string{
		"Event.type":                            "free paid register ppv",
		"Event.status":                          "live upcoming finished",
		"Event.stream_status":                   "live upcoming finished",
		"ParticipantProperties.gender":          "M W",
		"Gender.id":                             "M W",
		"Medium.type":                           "1 2 3 4 5 6 7 8",
		"Package.type":                          "annual month monthly season event additional regular",
		"Package.currency":                      "USD CAD",
		"Package.pass_type":                     "addition",
		"Package.capabilities":                  "watch download clipping download_clip no_ads vod_media",
		"Order.type":                            "subscription package event additional",
		"Order.status":                          "created paid failed refunded",
		"Order.activity_status":                 "active",
		"Transaction.status":                    "created failed paid refunded",
		"Subscription.status":                   "expired inactive active canceled",
		"Subscription.auto_renew":               "active cancelled",
		"Happening.kind":                        "created updated",
		"Clip.status":                           "processing success error",
		"Favorite.favoritable_type":             "participant participant_group event_category favorite_event event_location",
		"AddFavoriteInputBody.favoritable_type": "participant group category",
		"Slide.slidable_type":                   "main category participant group",
		"MenuItem.slidable_type":                "main category participant group",
		"Settings.language":                     "en fr",
		"AuthSettings.remote_auth":              "0 1",
		"EditProfileInputBody._method":          "patch",
	} {
		schema, name, _ := strings.Cut(field, ".")
		found := document.Components.Schemas[schema].Properties[name]
		var listed []string
		for _, value := range slices.Concat(found.Enum, found.Items.Enum) {
			listed = append(listed, fmt.Sprint(value))
		}
		for value := range strings.FieldsSeq(values) {
			if !slices.Contains(listed, value) {
				t.Errorf("%s is never %s: %v", field, value, listed)
			}
		}
	}
}

// vod_media is also called vod_media_access: whoever looks for either finds it.
func TestVodMediaHasItsOtherName(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	user := w.person(home, "fan@example.com")
	key := w.login(home, "fan@example.com")
	for _, test := range []struct{ has, want []string }{
		{[]string{"vod_media", "watch"}, []string{"vod_media", "watch", "vod_media_access"}},
		{[]string{"watch"}, []string{"watch"}},
		{nil, []string{}},
	} {
		w.access[user.ID] = account.Access{Capabilities: test.has}
		var got accessDTO
		w.do(call{path: "/api/user/access", key: key}).into(&got)
		var profile ProfileDTO
		w.do(call{path: "/api/profile", key: key}).into(&profile)
		if !slices.Equal(got.Capabilities, test.want) || !slices.Equal(profile.Capabilities, test.want) {
			t.Errorf("%v is told as %v and %v", test.has, got.Capabilities, profile.Capabilities)
		}
	}
}

// A pre-roll stays away for an hour where the channel says nothing else.
func TestPrerollsStayAwayForAnHour(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var settings SettingsDTO
	w.do(call{path: "/api/settings"}).into(&settings)
	if settings.PrerollSuppression != 3_600_000 {
		t.Errorf("%d ms", settings.PrerollSuppression)
	}
}
