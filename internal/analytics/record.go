package analytics

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// Happening is something that a page or an app tells.
type Happening struct {
	Session string // its UUID
	Name    string // such as visit_page, login, purchase
	Extras  []byte // a JSON object, or nothing
}

// Record notes what happened. Of a session that is not the channel's, or is over: NotFound,
// "session_not_found".
func (s *Service) Record(by Reporter, h Happening) error {
	if err := checkName(h.Name); err != nil {
		return err
	}
	extras, err := compactExtras(h.Extras)
	if err != nil {
		return err
	}
	if _, err := s.session(by.ChannelID, h.Session); err != nil {
		return err
	}
	e := s.event(by, fromSite, h.Name)
	e.SessionUUID, e.Extras = h.Session, extras
	s.tell(fact{event: e})
	return nil
}

// keyError is the event of a page that got no api key.
const keyError = "api_key_error"

// RecordKeyError notes that pages got no api key. There is no session: opening one takes an api key.
func (s *Service) RecordKeyError(by Reporter, times int) error {
	extras, err := json.Marshal(map[string]int{"times": times})
	if err != nil {
		return fmt.Errorf("encode a missing api key: %w", err)
	}
	e := s.event(by, fromSite, keyError)
	e.Extras = string(extras)
	s.tell(fact{event: e})
	return nil
}

// View is one player showing one thing.
type View struct {
	UUID    string // the client's own name of it
	Session string // its UUID; may be empty
	Subject Subject
	Live    bool
}

// VideoEvent notes what a player did: ready, play, pause, stop, seek, complete, error.
func (s *Service) VideoEvent(by Reporter, v View, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	id, err := viewName(v.UUID)
	if err != nil {
		return err
	}
	v.UUID = id
	if err := s.checkView(by, v); err != nil {
		return err
	}
	subject := s.bounds.resolveSubject(by, v)
	if !s.bounds.admitView(by, v) {
		s.counts.implausible.Inc()
		return nil
	}
	e := s.event(by, fromPlayer, name)
	e.SessionUUID, e.ViewUUID, e.SubjectKind, e.SubjectID = v.Session, v.UUID, v.Subject.Kind, v.Subject.ID
	s.tell(fact{event: e, view: s.seen(by, v, 0), watcher: by.watcher(subject)})
	return nil
}

// Hints are what a client says of what it shows. They are only kept where it does not say what that
// is: of what the channel has, the catalogue knows better.
type Hints struct {
	Category string `json:"category,omitempty"`
	Sport    string `json:"sport,omitempty"`
	Gender   string `json:"gender,omitempty"`
	School   string `json:"school,omitempty"`
	League   string `json:"league,omitempty"`
}

// MostWatched bounds what one report may tell: nobody reports less often.
const MostWatched = 5 * time.Minute

// Viewing notes for how long something was watched since the last report, as far as it can have been. Without the view's UUID it
// counts for the channel, or for the subject if that is told; so it does where too many views go on for one more.
func (s *Service) Viewing(by Reporter, v View, watched time.Duration, h Hints) error {
	if watched < 0 || watched > MostWatched {
		return fault.InvalidFields(fault.Field{Field: "viewing_time", Code: "out_of_range", Message: "The value is out of range."})
	}
	if err := h.check(); err != nil {
		return err
	}
	if v.UUID != "" {
		id, err := viewName(v.UUID)
		if err != nil {
			return err
		}
		v.UUID = id
	}
	if err := s.checkView(by, v); err != nil {
		return err
	}
	named, subject := v.UUID != "", s.bounds.resolveSubject(by, v)
	admitted := s.bounds.admitView(by, v)
	if !admitted {
		v.UUID = ""
	}
	counted := s.bounds.deductWatched(by, v, watched)
	if !admitted || counted < watched {
		s.counts.implausible.Inc()
	}
	watched = counted
	f := fact{view: s.seen(by, v, watched), watcher: by.watcher(subject)}
	if !named {
		extras, err := h.extras(watched)
		if err != nil {
			return err
		}
		e := s.event(by, fromViewing, "viewing")
		e.SessionUUID, e.SubjectKind, e.SubjectID, e.Extras = v.Session, v.Subject.Kind, v.Subject.ID, extras
		f.event = e
	}
	s.tell(f)
	return nil
}

func (s *Service) event(by Reporter, from source, name string) *eventRow {
	return &eventRow{
		ChannelID: by.ChannelID, AtMS: clock.Millis(s.clock.Now()), Source: from, Name: name, UserID: by.UserID,
		Device: by.Device, Country: by.Country, Extras: "{}",
	}
}

// seen is a view as one report tells of it.
func (s *Service) seen(by Reporter, v View, watched time.Duration) *viewRow {
	now := clock.Millis(s.clock.Now())
	return &viewRow{
		ChannelID: by.ChannelID, UUID: v.UUID, SessionUUID: v.Session, UserID: by.UserID, Visitor: s.visitor(by), SubjectKind: v.Subject.Kind,
		SubjectID: v.Subject.ID, Live: v.Live, Device: by.Device, Country: by.Country, FirstMS: now, LastMS: now, WatchedMS: watched.Milliseconds(),
	}
}

// checkView accepts a view of nothing or of a subject, in no session or in a good one.
func (s *Service) checkView(by Reporter, v View) error {
	if err := v.Subject.check(); err != nil || v.Session == "" {
		return err
	}
	_, err := s.session(by.ChannelID, v.Session)
	return err
}

func (s Subject) check() error {
	switch s.Kind {
	case Event, Medium, Clip:
		if s.ID < 1 {
			return fault.InvalidFields(fault.Field{Field: "stream_id", Code: "out_of_range", Message: "The value must be at least 1."})
		}
	case "":
		if s.ID != 0 {
			return fault.InvalidFields(fault.Field{Field: "stream_type", Code: "required", Message: "Field is required"})
		}
	default:
		return fault.InvalidFields(fault.Field{Field: "stream_type", Code: "not_allowed", Message: "The value must be one of: event, vod, clip."})
	}
	return nil
}

// viewName reads a client's name of a view.
func viewName(name string) (string, error) {
	id, err := uuid.Parse(name)
	if err != nil || !strings.EqualFold(id.String(), name) || id == uuid.Nil {
		return "", fault.InvalidFields(fault.Field{Field: "video_view_uuid", Code: "malformed", Message: "The value is not valid."})
	}
	return id.String(), nil
}

// maxName bounds the name of an event, in bytes.
const maxName = 64

// checkName accepts small letters, digits and underscores, a letter first.
func checkName(name string) error {
	for i, c := range []byte(name) {
		if letter := 'a' <= c && c <= 'z'; !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return badName()
		}
	}
	if name == "" || len(name) > maxName {
		return badName()
	}
	return nil
}

func badName() error {
	return fault.InvalidFields(fault.Field{Field: "event", Code: "malformed", Message: "The value is not valid."})
}

func (h Hints) check() error {
	for name, value := range map[string]string{"category": h.Category, "sport": h.Sport, "gender": h.Gender, "school": h.School, "league": h.League} {
		if len(value) > maxHint {
			return tooLong(name, maxHint)
		}
	}
	return nil
}

// maxHint bounds one hint, in bytes.
const maxHint = 200

func (h Hints) extras(watched time.Duration) (string, error) {
	text, err := json.Marshal(struct {
		Hints

		Watched float64 `json:"viewing_time"`
	}{h, watched.Seconds()})
	if err != nil {
		return "", fmt.Errorf("encode hints: %w", err)
	}
	return string(text), nil
}
