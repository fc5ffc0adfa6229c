package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/google/uuid"
)

// How the app tells analytics what happens on a page (web/src/lib/measure, web/src/features/player/control/viewing.ts).
const (
	// toldEvery is how much watched time comes together before it is told.
	toldEvery = 30 * time.Second
	// firstRest and longestRest are for how long nothing is told after the server was too busy for it, doubling.
	firstRest   = 30 * time.Second
	longestRest = 10 * time.Minute
	// mostUntold is how many reports wait.
	mostUntold = 200
	tellAgain  = time.Second
)

// analyticsKey is the channel's, which pages say as their profile.
const analyticsKey = "kickoff"

// measure is what a page has yet to tell analytics, one report after the other, and under which session.
type measure struct {
	session string
	view    string // names the player
	waiting []report
	failed  bool // the first of them did
	rest    time.Duration
	next    time.Time // before it nothing is sent
	played  time.Time // up to here watched time was noted
}

type report struct{ path, body string }

// note keeps a report, of which these are the fields beside the key, the profile and the session.
func (f *fan) note(path string, fields map[string]any) {
	body, err := json.Marshal(fields)
	if err != nil {
		f.wrong("analytics", err)
		return
	}
	m := &f.measure
	if m.waiting = append(m.waiting, report{path, string(body)}); len(m.waiting) > mostUntold {
		m.waiting = m.waiting[1:]
	}
}

// noteEvent notes what happened on the page, and noteState what the player did.
func (f *fan) noteEvent(name string, extras map[string]any) {
	f.note("event/", map[string]any{"event": name, "user_id": 0, "user_email": "", "extras": extras})
}

func (f *fan) noteState(name string) {
	f.note("video/event/", f.watched(map[string]any{"event": name}))
}

// watched says what is watched, and in which player.
func (f *fan) watched(fields map[string]any) map[string]any {
	if f.measure.view == "" {
		f.measure.view = uuid.NewString()
	}
	fields["stream_id"], fields["stream_type"], fields["live"] = f.game, "event", true
	fields["video_view_uuid"] = f.measure.view
	return fields
}

// noteViewing notes the time that was watched since it was noted last.
func (f *fan) noteViewing(now time.Time) {
	seconds := int(now.Sub(f.measure.played) / time.Second)
	f.measure.played = f.measure.played.Add(time.Duration(seconds) * time.Second)
	f.note("video/viewing/", f.watched(map[string]any{"viewing_time": seconds, "category": "hockey", "sport": "hockey"}))
}

// tellAt is when there is something to send, if there is.
func (m *measure) tellAt() (at time.Time, waits bool) { return m.next, len(m.waiting) > 0 }

// tell sends what waits, as far as it may now. A report that fails is sent once more and then forgotten; while the server is
// busy, or gives no session, all rest.
func (f *fan) tell() {
	m := &f.measure
	for len(m.waiting) > 0 && !time.Now().Before(m.next) {
		again, opened := f.openMeasure()
		if !opened {
			m.pause(again)
			return
		}
		r := m.waiting[0]
		f.compose("/analytics/datalake/"+r.path, fmt.Sprintf(`{"profile":%q,"session_uuid":%q,"api_key":%q,%s`, analyticsKey, m.session, f.Key, r.body[1:]))
		status, again := f.exchange("analytics", analytics, nil)
		switch {
		case status == http.StatusServiceUnavailable:
			m.pause(again)
		case status != http.StatusOK && !m.failed:
			m.failed, m.next = true, time.Now().Add(tellAgain)
		default:
			m.failed, m.rest, m.waiting = false, 0, m.waiting[1:]
		}
	}
}

// pause has everything rest, longer each time.
func (m *measure) pause(again time.Duration) {
	m.rest = min(max(2*m.rest, firstRest), longestRest)
	m.next = time.Now().Add(max(m.rest, again))
}

var (
	hashField = regexp.MustCompile(`"hash":"([^"]+)"`)
	uuidField = regexp.MustCompile(`"session_uuid":"([^"]+)"`)
)

// openMeasure has a session of analytics opened, unless there is one.
func (f *fan) openMeasure() (again time.Duration, opened bool) {
	if f.measure.session != "" {
		return 0, true
	}
	hash := ""
	find := func(field *regexp.Regexp, into *string) func([]byte) error {
		return func(body []byte) error {
			found := field.FindSubmatch(body)
			if found == nil {
				return errors.New("no " + field.String())
			}
			*into = string(found[1])
			return nil
		}
	}
	f.request = fmt.Appendf(f.request[:0], "GET /analytics/datalake/hash/?api_key=%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: a fan\r\nAccept: */*\r\n\r\n", f.Key, f.Host)
	if status, again := f.exchange("analytics", analytics, find(hashField, &hash)); status != http.StatusOK {
		return again, false
	}
	f.compose("/analytics/datalake/session/", fmt.Sprintf(
		`{"profile":%q,"session":%q,"device_type":"desktop","user_agent":"a fan","resolution":"1920x1080","platform":"Linux","api_key":%q}`, analyticsKey, hash, f.Key))
	status, again := f.exchange("analytics", analytics, find(uuidField, &f.measure.session))
	return again, status == http.StatusOK
}
