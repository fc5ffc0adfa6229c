package stripesim

import (
	"net/http"
	"net/url"
)

const (
	kindEndpoint = "webhook_endpoint"
	// maxEndpoints is how many an account may have.
	maxEndpoints = 16
)

func (c *call) createEndpoint() (object, error) {
	if err := c.only("api_version", "description", "enabled_events", "metadata", "url", "connect"); err != nil {
		return nil, err
	}
	if err := checkEndpoint(c.p.str("url")); err != nil {
		return nil, err
	}
	events := c.p.values("enabled_events")
	if len(events) == 0 {
		return nil, missing("enabled_events")
	}
	if len(c.all(kindEndpoint, func(o object) bool { return !o.flag("deleted") })) >= maxEndpoints {
		return nil, invalid("", "", "You have reached the maximum of %d webhook endpoints.", maxEndpoints)
	}
	meta, err := c.metadata(nil)
	if err != nil {
		return nil, err
	}
	o := c.newEndpoint(c.p.str("url"), "whsec_"+randomText(32), events)
	o["metadata"], o["description"] = meta, orNil(c.p.str("description"))
	once := o.clone()
	once["secret"] = o["_secret"]
	return once, nil
}

func (t *tx) newEndpoint(target, secret string, events []string) object {
	return t.put(t.base(kindEndpoint, newID("we")).with(object{
		"api_version": nil, "application": nil, "description": nil, "enabled_events": strs(events), "status": "enabled", "url": target, "_secret": secret,
	}))
}

func checkEndpoint(text string) error {
	target, err := url.Parse(text)
	switch {
	case text == "":
		return missing("url")
	case err != nil || target.Host == "" || (target.Scheme != "http" && target.Scheme != "https"):
		return invalid("url_invalid", "url", "Invalid URL: An explicit scheme (such as https) must be provided.")
	}
	return nil
}

func (c *call) retrieveEndpoint() (object, error) { return c.find(kindEndpoint, c.target(), "id") }

func (c *call) updateEndpoint() (object, error) {
	if err := c.only("description", "disabled", "enabled_events", "metadata", "url"); err != nil {
		return nil, err
	}
	found, err := c.find(kindEndpoint, c.target(), "id")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if c.p.has("url") {
		if err := checkEndpoint(c.p.str("url")); err != nil {
			return nil, err
		}
		o["url"] = c.p.str("url")
	}
	if events := c.p.values("enabled_events"); len(events) > 0 {
		o["enabled_events"] = strs(events)
	}
	disabled, err := c.boolean(o.str("status") == "disabled", "disabled")
	if err != nil {
		return nil, err
	}
	o["status"] = map[bool]string{true: "disabled", false: "enabled"}[disabled]
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	return o, c.copyStrings(o, "description")
}

func (c *call) deleteEndpoint() (object, error) {
	found, err := c.find(kindEndpoint, c.target(), "id")
	if err != nil {
		return nil, err
	}
	return c.put(object{"id": found.id(), "object": kindEndpoint, "deleted": true}), nil
}

func (c *call) listEndpoints() (object, error) {
	if err := c.only("limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindEndpoint, "/v1/webhook_endpoints", func(object) bool { return true })
}

// Endpoint sees to it that the events of an account are delivered to target, signed with a secret that is chosen here
// rather than made up by the simulator. Asked again, also after a restart, it changes the secret of the same endpoint.
// Without events all are delivered.
func (s *Server) Endpoint(account, target, secret string, events ...string) error {
	if err := checkEndpoint(target); err != nil {
		return err
	}
	if secret == "" || account == "" {
		return invalid("parameter_missing", "secret", "An endpoint needs an account and a secret.")
	}
	if len(events) == 0 {
		events = []string{"*"}
	}
	s.mu.Lock()
	t := s.begin(s.account(account))
	var known object
	t.each(kindEndpoint, func(o object) bool {
		if !o.flag("deleted") && o.str("url") == target {
			known = o
		}
		return known == nil
	})
	if known == nil {
		t.newEndpoint(target, secret, events)
	} else {
		t.edit(known).with(object{"_secret": secret, "enabled_events": strs(events), "status": "enabled"})
	}
	s.commit(t, nil)
	s.mu.Unlock()
	return s.journal.wait()
}

// orderEndpoint is Endpoint over HTTP, for a simulator in a process of its own.
func (s *Server) orderEndpoint(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Account string   `json:"account"`
		URL     string   `json:"url"`
		Secret  string   `json:"secret"`
		Events  []string `json:"events"`
	}
	if !readOrder(w, r, &wanted) {
		return
	}
	if err := s.Endpoint(wanted.Account, wanted.URL, wanted.Secret, wanted.Events...); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
