package stripesim

import "strings"

// emit records that something happened, with the object as it is now, and a delivery for every endpoint that wants to
// hear of it. Both are stored with what they tell of, before anybody is told.
func (t *tx) emit(kind string, o object) { t.emitChange(kind, o, nil) }

// emitChange is emit with the earlier values of the changed fields; nil for none.
func (t *tx) emitChange(kind string, o, previous object) {
	data := object{"object": o.public()}
	if previous != nil {
		data["previous_attributes"] = previous
	}
	event := t.base(kindEvent, newID("evt")).with(object{
		"api_version": apiVersion, "type": kind, "data": data,
		"request": t.request.clone(), "pending_webhooks": int64(0),
	})
	delete(event, "metadata")
	t.put(event)
	t.each(kindEndpoint, func(endpoint object) bool {
		if !endpoint.flag("deleted") && endpoint.str("status") == "enabled" && wants(endpoint, kind) {
			event["pending_webhooks"] = event.int("pending_webhooks") + 1
			t.put(object{
				"id": newID("_dlv"), "object": kindDelivery, "created": t.now, "event": event.id(), "type": kind, "endpoint": endpoint.id(),
				"state": deliveryWaiting, "attempts": int64(0), "due": int64(0), "status": int64(0), "problem": "",
			})
		}
		return true
	})
}

// wants tells whether an endpoint listens to events of that type.
func wants(endpoint object, kind string) bool {
	for _, entry := range endpoint.list("enabled_events") {
		if wanted, _ := entry.(string); wanted == "*" || wanted == kind {
			return true
		}
	}
	return false
}

func (c *call) retrieveEvent() (object, error) { return c.find(kindEvent, c.target(), "id") }

func (c *call) listEvents() (object, error) {
	if err := c.only("type", "types", "created", "delivery_success", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	kinds := c.p.values("types")
	if one := c.p.str("type"); one != "" {
		kinds = append(kinds, one)
	}
	return c.page(kindEvent, "/v1/events", func(o object) bool {
		for _, kind := range kinds {
			if prefix, all := strings.CutSuffix(kind, "*"); kind == o.str("type") || (all && strings.HasPrefix(o.str("type"), prefix)) {
				return true
			}
		}
		return len(kinds) == 0
	})
}
