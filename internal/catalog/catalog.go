// Package catalog is what a channel shows: events, who plays in them, where, in which
// sport and competition, and how all of it is searched.
package catalog

import (
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// EventID identifies an event.
type EventID int64

// CategoryID identifies an event category, a sport.
type CategoryID int64

// ParticipantID identifies a participant, a team or an athlete.
type ParticipantID int64

// GroupID identifies a participant group, a school.
type GroupID int64

// DivisionID identifies a division of a competition.
type DivisionID int64

// EventGroupID identifies a group within a competition.
type EventGroupID int64

// LocationID identifies a location.
type LocationID int64

// Gender of the people who play.
type Gender string

// Genders; NoGender is "not identified".
const (
	NoGender Gender = ""
	Men      Gender = "M"
	Women    Gender = "W"
)

// Type says what access to an event takes.
type Type string

// Access types of the specification.
const (
	Free     Type = "free"
	Register Type = "register"
	Paid     Type = "paid"
	PPV      Type = "ppv"
)

// Status says whether an event is over; Finished events are shown as on-demand.
type Status string

// Statuses of the specification.
const (
	Upcoming Status = "upcoming"
	Live     Status = "live"
	Finished Status = "finished"
)

// StreamState is what an event's live stream does.
type StreamState string

// Stream states, as the media side reports them.
const (
	StreamIdle         StreamState = "idle"
	StreamLive         StreamState = "live"
	StreamReconnecting StreamState = "reconnecting"
	StreamEnded        StreamState = "ended"
)

// Category is an event category, a node of a tree.
type Category struct {
	ID       CategoryID
	ParentID CategoryID // 0 at the top
	Alias    string
	Title    text.Text
	Image    string
	Color    string
}

// Group is a participant group, a school. Images are keys of public media.
type Group struct {
	ID        GroupID
	Alias     string
	Name      text.Text
	ShortName text.Text
	Color     string
	Images    []string
	City      string
	State     string
}

// Participant is a team or an athlete.
type Participant struct {
	ID         ParticipantID
	GroupID    GroupID    // 0 for none
	CategoryID CategoryID // the sport; 0 for none
	Alias      string
	Name       text.Text
	ShortName  text.Text
	Code       string // two to four letters for the smallest places
	Gender     Gender
	Color      string
	Images     []string
}

// Division is a division of a competition.
type Division struct {
	ID    DivisionID
	Alias string
	Name  text.Text
}

// EventGroup is a group (pool) of a competition.
type EventGroup struct {
	ID    EventGroupID
	Alias string
	Name  text.Text
}

// Location is where events take place.
type Location struct {
	ID       LocationID
	Alias    string
	Name     text.Text
	City     string
	State    string
	Country  string // ISO 3166-1 alpha-2
	TimeZone string // IANA name
}

// Image is a picture in public media with narrower variants by width in pixels.
type Image struct {
	Key    string         `json:"key,omitempty"`
	Widths map[int]string `json:"widths,omitempty"`
	// OfGame says that the picture was taken while the game went on, so that its score
	// may be read on it.
	OfGame bool `json:"of_game,omitempty"`
	// Chosen says that an operator wants this one, whatever the stream shows.
	Chosen bool `json:"chosen,omitempty"`
	// Poster is the picture that one of the game, or a chosen one, stands in for: what its schedule gave it.
	Poster *Image `json:"poster,omitempty"`
}

// Event is one game or show. Money is in minor units of Currency.
type Event struct {
	ID           EventID
	CategoryID   CategoryID
	LocationID   LocationID   // 0 for none
	DivisionID   DivisionID   // 0 for none
	EventGroupID EventGroupID // 0 for none
	Type         Type
	Status       Status
	StreamState  StreamState
	Gender       Gender
	Name         text.Text // may be empty: "Away @ Home" is shown then
	Participants []ParticipantID
	HomeID       ParticipantID // 0 when nobody is at home
	StartAt      time.Time
	// TimeTBA reports that only the day of StartAt is known, at the venue. It outlives the
	// status TBA: an event that is cancelled or postponed never had a time either.
	TimeTBA bool
	// ScheduleStatus says whether the event takes place at StartAt.
	ScheduleStatus ScheduleStatus
	// PreviousStart is the start that was announced before the event moved; zero if it
	// never did. Not written.
	PreviousStart time.Time
	PreviousTBA   bool          // only the day of PreviousStart was announced. Not written
	Duration      time.Duration // 0 when not known; of the stream once that has ended
	Planned       time.Duration // as Duration was before the stream ended; written of one that has
	TimeZone      string        // of the venue; IANA name. The location's, where the event has one
	Entered       Entered       // only the methods that write events look at it
	BasePrice     int64
	ServiceFee    int64
	Currency      string
	// SingleEventPackageID is the package by which this event is bought alone, 0 for
	// none.
	SingleEventPackageID int64
	Featured             bool
	Image                Image
	// Preview is the length of the preview of the event's stream, 0 for none. Not written.
	Preview time.Duration
	// Embed is a page that shows the event in a frame: an https address, or the path of
	// one of the channel's own players; "" for none.
	Embed     string
	Score     *Score    // the latest; nil before the first
	LiveSince time.Time // zero before the stream first started
	Moments   int64     // how often its key moments have changed. Not written
	EndedAt   time.Time // zero until the stream ended
	// ListedAt is when what schedules say of it last changed: who, what, when, where. No
	// score moves it, and no end. Not written.
	ListedAt    time.Time
	Description text.Text // sanitised HTML; only Service.FindEvent fills it
	// ImportedStatus is the schedule status that a schedule file says: nil where the file
	// has none, "" where the cell is empty. Only ImportEvents reads it.
	ImportedStatus *ScheduleStatus
	// ImportedStart is the start that the latest schedule file gave the event; zero if no file has named it. Only
	// Schedule and ScheduleBetween fill it. Not written.
	ImportedStart time.Time
	// ExternalID names the event in the schedule it was imported from, "" for none. Only
	// the methods that write events look at it.
	ExternalID  string
	ScoreHidden bool // set by Unspoiled: there is more to know

	sortName    string // the stored key of ByName
	shownPoster Image  // see EmbedPoster; only FindEvent and List fill it
}

// Price is what a buyer pays: base price and service fee.
func (e *Event) Price() int64 { return e.BasePrice + e.ServiceFee }

// Over is when the event ended, zero while it has not: as its stream said, else as was
// planned.
func (e *Event) Over() time.Time {
	switch {
	case e.Status != Finished:
		return time.Time{}
	case !e.EndedAt.IsZero():
		return e.EndedAt
	}
	return e.StartAt.Add(e.Duration)
}

func errNoEvent() *fault.Error { return fault.NotFoundf("event", "Sorry! - Game Not Found") }
