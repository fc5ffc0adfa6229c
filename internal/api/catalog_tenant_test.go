package api

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"strconv"
)

// siteRows are the tenant rows of the channel's configuration and catalogue.
func siteRows() map[string]tenantRow {
	rows := map[string]tenantRow{
		"list-orders": nothingToName,
		"buy":         buyOfForeigner(func(product map[string]any) call { return call{path: "/api/stripe/buy", body: product} }),
		"buy-bundle": buyOfForeigner(func(product map[string]any) call {
			return call{path: "/api/stripe/buy_bundle", body: map[string]any{"items": []any{product}, "payment_method": "pm_card_visa"}}
		}),
		"resume-payment":           orderOfForeigner,
		"list-cards":               nothingToName,
		"list-own-subscriptions":   nothingToName,
		"customer-portal":          nothingToName,
		"start-trial":              subscriptionOfForeigner("start_trial"),
		"resume-subscription":      subscriptionOfForeigner("resume"),
		"change-subscription-card": subscriptionOfForeigner("card"),
		"unsubscribe":              subscriptionOfForeigner("../unsubscribe"),
		"remove-card":              cardOfForeigner,
		"setup-intent":             nothingToName,
		"get-order":                byForeignID("/api/orders/%d", func(s *season) int64 { return 1 }),
		"get-page":                 byForeignID("/api/pages/%d", func(s *season) int64 { return int64(s.page) }),
		"get-package":              byForeignID("/api/packages/%d", func(s *season) int64 { return int64(s.pass) }),
		"get-subscription":         byForeignID("/api/subscriptions/%d", func(s *season) int64 { return int64(s.monthly) }),
		"get-event":                byForeignID("/api/events/%d", func(s *season) int64 { return int64(s.events["live"]) }),
		"download-event":           byForeignID("/api/download-event/%d", func(s *season) int64 { return int64(s.events["over"]) }),
		"get-custom-form":          byForeignForm,
		"send-custom-form":         byForeignForm,
		"add-event-score":          scoreOfForeigner(map[string]any{"away": 1, "home": 2}, ""),
		"get-preroll":              byForeignID("/api/prerolls/%d", func(s *season) int64 { return s.preroll }),
		"list-watchable-here":      byForeignID("/api/events/%d/watchable-here", func(s *season) int64 { return int64(s.events["live"]) }),
		"list-event-moments":       byForeignID("/api/events/%d/moments", func(s *season) int64 { return int64(s.events["live"]) }),
		"get-event-chapters":       byForeignID("/api/events/%d/chapters.vtt", func(s *season) int64 { return int64(s.events["live"]) }),
		"add-event-moment":         addMomentOfForeigner,
		"remove-event-moment":      removeMomentOfForeigner,
		"upload-picture":           nothingToName, // TestPicturesStayInTheirChannel
		"set-event-image":          imageOfForeigner,
		"set-event-schedule":       scheduleOfForeigner,
		"remove-event":             removalOfForeigner,
		"unsubscribe-push":         byForeignPush(http.MethodDelete, ""),
		"try-push":                 byForeignPush(http.MethodPost, "/try"),
		"remove-event-score":       scoreOfForeigner(nil, "?at_ms=1"),
		"list-participants":        byForeignFilter("/api/participants?no_limit=true&", "school", "sport"),
		"list-events-for-homepage": byForeignFilter("/api/events-for-homepage?", "school", "sport", "team"),
		"list-events": byForeignFilter("/api/events?facets=1&", "school", "sport", "team", "division", "group", "location",
			"event_category_id", "participant_id", "location_id", "ids", "search", "city", "state", "favorites"),
		"get-vod-media-item":   byForeignID("/api/vod-media-items/%d", func(s *season) int64 { return int64(s.videos["paid"]) }),
		"list-vod-media-items": byForeignFilter("/api/vod-media-items?", "category", "rail", "parts", "title"),
		"search":               byForeignFilter("/api/search?", "search"),
		"search-vod-media":     byForeignFilter("/api/vod-media/search?", "category", "title"),
		"add-favorite":         favouriteOfForeigner(func(f map[string]any) call { return call{path: "/api/favorite", body: f} }),
		"merge-favorites": favouriteOfForeigner(func(f map[string]any) call {
			return call{path: "/api/favorites/merge", body: map[string]any{"favorites": []any{f}}}
		}),
		"remove-favorite":             removeFavouriteOfForeigner,
		"add-event-reminder":          reminderOfForeigner(http.MethodPost, "/api/events/%d/reminder", func(s *season) int64 { return int64(s.events["paid"]) }),
		"remove-event-reminder":       reminderOfForeigner(http.MethodDelete, "/api/events/%d/reminder", func(s *season) int64 { return int64(s.events["paid"]) }),
		"add-participant-reminder":    reminderOfForeigner(http.MethodPost, "/api/participants/%d/reminder", func(s *season) int64 { return int64(s.lynx) }),
		"remove-participant-reminder": reminderOfForeigner(http.MethodDelete, "/api/participants/%d/reminder", func(s *season) int64 { return int64(s.lynx) }),
	}
	maps.Copy(rows, clipRows())
	for _, id := range []string{
		"get-settings", "list-menu", "list-pages", "get-color-settings", "list-faq", "list-slides", "list-packages", "list-subscriptions",
		"list-events-categories", "list-events-locations", "list-participant-groups", "get-participant-group-properties", "get-channel-bootstrap-data",
		"list-vod-media-categories", "list-vod-media-rails",
		"get-push-key", "subscribe-push",
		"list-reminders",
		"stop-reminders", // by a token of the other channel: TestRemindersEndByTheAddressInALetter
		"list-favorites", "list-favorite-events", "get-favorites-feed", "renew-favorites-feed", "remove-favorites-feed",
		"follow-events", // of the key's own channel: TestTheLiveFeedIsTheChannelsOwn
	} {
		rows[id] = nothingToName
	}
	return rows
}

func byForeignID(path string, id func(*season) int64) tenantRow {
	return func(f *foreigners) []probe {
		return []probe{{"another channel's id", call{path: fmt.Sprintf(path, id(f.season))}, call{path: fmt.Sprintf(path, 987_654_321)}}}
	}
}

// buyOfForeigner would buy what another channel sells.
func buyOfForeigner(buy func(map[string]any) call) tenantRow {
	return func(f *foreigners) []probe {
		pass := func(id int64) call { return buy(map[string]any{"package_id": id}) }
		ticket := func(id int64) call {
			return buy(map[string]any{"event_id": id, "single_event_package_id": int64(f.own.ticket)})
		}
		return []probe{
			{"another channel's pass", pass(int64(f.season.pass)), pass(987_654_321)},
			{"another channel's event", ticket(int64(f.season.events["live"])), ticket(987_654_321)},
		}
	}
}

// subscriptionOfForeigner would begin, or change, what another channel sells.
func subscriptionOfForeigner(name string) tenantRow {
	return func(f *foreigners) []probe {
		ask := func(id int64) call {
			return call{path: path.Join("/api/stripe/subscription", name), body: map[string]any{"subscription_id": id, "payment_method": "pm_card_visa"}}
		}
		return []probe{{"another channel's subscription", ask(int64(f.season.monthly)), ask(987_654_321)}}
	}
}

// orderOfForeigner would go on with the payment of an order that is not the caller's.
func orderOfForeigner(*foreigners) []probe {
	ask := func(id int64) call { return call{path: "/api/stripe/resume", body: map[string]any{"order_id": id}} }
	return []probe{{"an order of nobody here", ask(1), ask(987_654_321)}}
}

// cardOfForeigner would forget a card that is not the caller's: TestCardsAreForgotten has one that is another's.
func cardOfForeigner(*foreigners) []probe {
	forget := func(id string) call { return call{method: http.MethodDelete, path: "/api/stripe/cards/" + id} }
	return []probe{{"a card of nobody here", forget("pm_1"), forget("pm_2")}}
}

// byForeignForm asks for, and sends, the other channel's form by its alias.
func byForeignForm(*foreigners) []probe {
	ask := func(alias string) call { return call{path: "/api/custom-forms/" + alias} }
	send := func(alias string) call {
		c := ask(alias)
		c.body = map[string]any{"values": map[string]string{"message": "Hello"}, "opened": "1.x"}
		return c
	}
	return []probe{
		{"another channel's form", ask("contacts" + marker), ask("contactsnobody")},
		{"sending to another channel's form", send("contacts" + marker), send("contactsnobody")},
	}
}

// scheduleOfForeigner would cancel another channel's game.
func scheduleOfForeigner(f *foreigners) []probe {
	cancel := func(id int64) call {
		return call{path: fmt.Sprintf("/api/events/%d/schedule", id), body: map[string]any{"schedule_status": "cancelled"}}
	}
	return []probe{{"another channel's event", cancel(int64(f.season.events["paid"])), cancel(987_654_321)}}
}

// removalOfForeigner would remove another channel's game.
func removalOfForeigner(f *foreigners) []probe {
	remove := func(id int64) call {
		return call{method: http.MethodDelete, path: fmt.Sprintf("/api/events/%d", id)}
	}
	return []probe{{"another channel's event", remove(int64(f.season.events["paid"])), remove(987_654_321)}}
}

// scoreOfForeigner would change another channel's game, with a body or without.
func scoreOfForeigner(body map[string]any, query string) tenantRow {
	return func(f *foreigners) []probe {
		score := func(id int64) call {
			c := call{method: http.MethodDelete, path: fmt.Sprintf("/api/events/%d/score%s", id, query)}
			if body != nil {
				c.method, c.body = http.MethodPost, body
			}
			return c
		}
		return []probe{{"another channel's game", score(int64(f.season.events["live"])), score(987_654_321)}}
	}
}

// addMomentOfForeigner would tag another channel's game, and an own one with another channel's team.
func addMomentOfForeigner(f *foreigners) []probe {
	add := func(id int64, body map[string]any) call {
		return call{path: fmt.Sprintf("/api/events/%d/moments", id), body: body}
	}
	own := int64(f.own.events["live"])
	highlight := map[string]any{"kind": "highlight"}
	goal := func(team int64) map[string]any { return map[string]any{"kind": "goal", "participant_id": team} }
	return []probe{
		{"another channel's game", add(int64(f.season.events["live"]), highlight), add(987_654_321, highlight)},
		{"another channel's team", add(own, goal(int64(f.season.lynx))), add(own, goal(987_654_321))},
	}
}

// removeMomentOfForeigner would take back a moment of another channel's game, there or by its id alone.
func removeMomentOfForeigner(f *foreigners) []probe {
	remove := func(event, moment int64) call {
		return call{method: http.MethodDelete, path: fmt.Sprintf("/api/events/%d/moments/%d", event, moment)}
	}
	theirs, own := int64(f.season.events["live"]), int64(f.own.events["live"])
	return []probe{
		{"another channel's game", remove(theirs, f.moment), remove(987_654_321, f.moment)},
		{"another channel's moment", remove(own, f.moment), remove(own, 987_654_321)},
	}
}

// byForeignPush names another channel's subscription to push.
func byForeignPush(method, verb string) tenantRow {
	return func(f *foreigners) []probe {
		ask := func(id int64) call {
			c := call{method: method, path: fmt.Sprintf("/api/push/subscription/%d%s", id, verb)}
			if method == http.MethodPost {
				c.body = map[string]any{}
			}
			return c
		}
		return []probe{{"another channel's browser", ask(f.push), ask(987_654_321)}}
	}
}

// imageOfForeigner would show another channel's event with a picture, and an own one
// with a picture of another channel.
func imageOfForeigner(f *foreigners) []probe {
	show := func(id int64, address string) call {
		return call{path: fmt.Sprintf("/api/events/%d/image", id), body: map[string]any{"address": address}}
	}
	own := int64(f.own.events["live"])
	return []probe{
		{"another channel's event", show(int64(f.season.events["live"]), ""), show(987_654_321, "")},
		{"another channel's picture", show(own, f.picture), show(own, unknownPicture(away))},
		{"another channel's picture under the own name", show(own, "home/"+path.Base(f.picture)), show(own, unknownPicture(home))},
	}
}

// favouriteOfForeigner would follow what another channel has. An answer that repeats the
// id is told apart from a leak by asking for the same id of nothing.
func favouriteOfForeigner(ask func(map[string]any) call) tenantRow {
	return func(f *foreigners) []probe {
		var probes []probe
		for kind, id := range map[string]int64{
			"participant": int64(f.season.lynx), "group": int64(f.season.school), "category": int64(f.season.hockey),
			"event": int64(f.season.events["live"]), "location": int64(f.season.arena),
		} {
			follow := func(id int64) call { return ask(map[string]any{"favoritable_type": kind, "favoritable_id": id}) }
			probes = append(probes, probe{"another channel's " + kind, follow(id), follow(987_654_321)})
		}
		return probes
	}
}

// reminderOfForeigner would be reminded of what another channel has.
func reminderOfForeigner(method, path string, id func(*season) int64) tenantRow {
	return func(f *foreigners) []probe {
		ask := func(id int64) call {
			c := call{method: method, path: fmt.Sprintf(path, id)}
			if method == http.MethodPost {
				c.body = map[string]any{}
			}
			return c
		}
		return []probe{{"another channel's id", ask(id(f.season)), ask(987_654_321)}}
	}
}

func removeFavouriteOfForeigner(f *foreigners) []probe {
	remove := func(id int64) call { return call{method: http.MethodDelete, path: fmt.Sprintf("/api/favorite/%d", id)} }
	return []probe{{"another channel's favourite", remove(f.favourite), remove(987_654_321)}}
}

// byForeignFilter asks by each parameter with an id and, where it takes one, a name of
// the other channel.
func byForeignFilter(path string, parameters ...string) tenantRow {
	return func(f *foreigners) []probe {
		var probes []probe
		for _, p := range parameters {
			for _, value := range f.season.named(p) {
				probes = append(probes, probe{"another channel's " + p, call{path: path + p + "=" + value.foreign}, call{path: path + p + "=" + value.unknown}})
			}
		}
		return probes
	}
}

type value struct{ foreign, unknown string }

// named gives ids and names of this season that a parameter takes.
func (s *season) named(parameter string) []value {
	id := func(n int64) value { return value{strconv.FormatInt(n, 10), "987654321"} }
	alias := func(a string) value { return value{a + marker, a + "nobody"} }
	return map[string][]value{
		"school": {id(int64(s.school)), alias("laurentide")},
		"sport":  {id(int64(s.hockey)), alias("hockey")},
		"team":   {id(int64(s.lynx)), alias("lynx")},
		"favorites": {
			{fmt.Sprintf("participant-%d", s.lynx), "participant-987654321"},
			{fmt.Sprintf("group-%d", s.school), "group-987654321"},
			{fmt.Sprintf("category-%d", s.hockey), "category-987654321"},
			{fmt.Sprintf("event-%d", s.events["live"]), "event-987654321"},
			{fmt.Sprintf("location-%d", s.arena), "location-987654321"},
		},
		"division":          {id(int64(s.east)), alias("east")},
		"group":             {id(int64(s.pool)), alias("pool-a")},
		"location":          {id(int64(s.arena)), alias("arena")},
		"event_category_id": {id(int64(s.men))},
		"participant_id":    {id(int64(s.tide))},
		"location_id":       {id(int64(s.arena))},
		"ids":               {id(int64(s.events["over"]))},
		"search":            {{marker, "nobodyatall"}},
		"category":          {id(int64(s.shelf)), alias("classics")},
		"rail":              {id(int64(s.rail)), alias("new")},
		"parts":             {id(s.medium)},
		"title":             {{marker, "nobodyatall"}},
		"city":              {alias("Montréal")},
		"state":             {alias("Québec")},
	}[parameter]
}
