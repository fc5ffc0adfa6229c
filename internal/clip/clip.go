// Package clip knows the clips that people make of events: what they are called, whose
// they are, who may watch them and how far they are. What is shown is a cut of the media.
package clip

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// ID identifies a clip.
type ID int64

// CutID identifies what is shown: a cut of the media.
type CutID int64

// Status is how far a clip is, in the specification's words. It plays from the start.
type Status string

// Statuses.
const (
	Processing Status = "processing"
	Success    Status = "success"
	Failed     Status = "error"
)

// Clip is a stretch of an event's recording that somebody gave a name.
type Clip struct {
	ID           ID
	ChannelID    int64
	UserID       int64 // who made it
	EventID      int64
	EventMediaID int64 // of the event's media, as whoever made it named it; 0 for none
	Cut          CutID
	Name         string
	Tags         []string
	Start        time.Duration // on the event's recording
	Duration     time.Duration
	Opens        Stretch // what of the recording it opens: whole segments until it is made
	Status       Status
	Official     bool // an operator made it: everybody on the channel may watch it
	Charge       Charge
	// UUID is 128 random bits in hexadecimal. Whoever knows it may watch the clip.
	UUID         string
	CreatedAt    time.Time
	DownloadedAt time.Time // in lists of downloads
}

// IsOwn reports whether it was made by an actor.
func (c *Clip) IsOwn(by actor.Actor) bool {
	return by.IsUser() && by.ChannelID == c.ChannelID && by.UserID == c.UserID
}

// IsShownTo reports whether an actor may watch it without its UUID.
func (c *Clip) IsShownTo(by actor.Actor) bool {
	return c.Official || c.IsOwn(by) || by.Operates(c.ChannelID)
}

// opensBy reports whether a UUID is the clip's. The time it takes tells nothing.
func (c *Clip) opensBy(uuid string) bool {
	return subtle.ConstantTimeCompare([]byte(c.UUID), []byte(uuid)) == 1
}

// Bounds of what a clip can be (specification, section 5).
const (
	MaxName     = 120 // characters
	MaxTags     = 10
	MaxTag      = 40 // characters
	MinDuration = time.Second
	MaxDuration = 300 * time.Second
	// MaxPerUser is how many clips one user may have. Requests at once may pass it by as
	// many as they are.
	MaxPerUser = 1_000
)

// Draft is a clip that somebody wants made.
type Draft struct {
	EventID      int64
	EventMediaID int64
	Name         string
	Tags         []string
	Start        time.Duration
	Duration     time.Duration
}

// tidied returns the draft as it is kept: texts on one line, no tag twice, times in
// milliseconds.
func (d Draft) tidied() Draft {
	d.Name = tidy(d.Name)
	var tags []string
	known := map[string]bool{}
	for _, tag := range d.Tags {
		tag = tidy(tag)
		if folded := text.Fold(tag); !known[folded] {
			tags, known[folded] = append(tags, tag), true
		}
	}
	d.Tags = slices.DeleteFunc(tags, func(tag string) bool { return tag == "" })
	d.Start, d.Duration = d.Start.Round(time.Millisecond), d.Duration.Round(time.Millisecond)
	return d
}

// tidy has a text on one line, without what cannot be seen at its ends or within.
func tidy(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// check reports everything that is wrong with a tidied draft, in the specification's
// words: Invalid with the fields. Whether it lies within the recording the media know.
func (d Draft) check() error {
	var fields []fault.Field
	require := func(ok bool, field, code, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: code, Message: message})
		}
	}
	require(d.Name != "", "name", "required", "Field is required")
	require(utf8.RuneCountInString(d.Name) <= MaxName, "name", "too_long", fmt.Sprintf("Field length must be less than %d", MaxName+1))
	require(len(d.Tags) > 0, "tags", "required", "Please select tag")
	require(len(d.Tags) <= MaxTags, "tags", "too_many", fmt.Sprintf("At most %d values are allowed.", MaxTags))
	long := slices.ContainsFunc(d.Tags, func(tag string) bool { return utf8.RuneCountInString(tag) > MaxTag })
	require(!long, "tags", "too_long", fmt.Sprintf("Field length must be less than %d", MaxTag+1))
	fields = append(fields, rangeFaults(d.Start, d.Duration)...)
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// checkRange reports what is wrong with a part of a recording by itself: Invalid with the fields.
func checkRange(start, duration time.Duration) error {
	if faults := rangeFaults(start, duration); len(faults) > 0 {
		return fault.InvalidFields(faults...)
	}
	return nil
}

func rangeFaults(start, duration time.Duration) (fields []fault.Field) {
	require := func(ok bool, field, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: "out_of_range", Message: message})
		}
	}
	require(start >= 0, "start_time", "The value must be at least 0.")
	require(duration >= MinDuration, "duration", fmt.Sprintf("The value must be at least %d.", MinDuration/time.Second))
	require(duration <= MaxDuration, "duration", fmt.Sprintf("The value must be at most %d.", MaxDuration/time.Second))
	return fields
}

// newUUID returns 128 random bits.
func newUUID() string {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // which never fails: it ends the program instead
	return hex.EncodeToString(bits[:])
}

// Deps is what clips need from the rest of the house.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Uses  Uses
	Cuts  Cuts
	Queue Queue
}

// Service is the clips of an installation. It is safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
	uses  Uses
	cuts  Cuts
	queue Queue
	plays *plays
	// guard is lockCover. A test replaces it.
	guard func(ctx context.Context, tx bun.Tx, by actor.Actor, eventID int64) error
}

// New returns the clips kept in d.DB.
func New(d Deps) *Service {
	return &Service{db: d.DB, clock: d.Clock, uses: d.Uses, cuts: d.Cuts, queue: d.Queue, plays: newPlays(d.Clock), guard: lockCover}
}

func errNoClip() error { return fault.NotFoundf("clip", "Clip not found.") }

func errNotReady() error {
	return fault.New(fault.Conflict, "clip_not_ready", "The clip is still being prepared. Please try again in a moment.")
}

// ErrEnded refuses a clip that Service.Hold does not hold: Forbidden, "clip_ended".
func ErrEnded() error {
	return fault.New(fault.Forbidden, "clip_ended", "The purchase used to make this clip was refunded or is disputed, so the clip is not shown.")
}

func errFailed() error {
	return fault.New(fault.Conflict, "clip_failed", "The clip could not be created.")
}

func errFull() error {
	return fault.New(fault.Unprocessable, "too_many_clips", "You have reached the maximum number of clips. Delete one first.")
}
