package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

type eventRow struct {
	bun.BaseModel `bun:"table:events"`

	ID                   EventID `bun:",pk,autoincrement"`
	ChannelID            int64
	EventCategoryID      CategoryID
	LocationID           LocationID   `bun:",nullzero"`
	DivisionID           DivisionID   `bun:",nullzero"`
	GroupID              EventGroupID `bun:",nullzero"`
	Type                 Type
	Status               Status
	StreamState          StreamState
	Gender               Gender
	Name                 text.Text
	SortName             string
	Participants         string
	HomeParticipantID    ParticipantID `bun:",nullzero"`
	StartMS              int64
	DurationMS           int64 `bun:",nullzero"`
	PlannedMS            int64 `bun:",nullzero"`
	TimeZone             string
	BasePrice            int64
	ServiceFee           int64
	Price                int64
	Currency             string
	SingleEventPackageID int64 `bun:",nullzero"`
	Featured             bool
	Image                string
	Embed                string
	Score                string
	LiveSinceMS          sql.NullInt64
	EndedMS              sql.NullInt64
	CreatedMS            int64
	UpdatedMS            int64
	ListedMS             int64
	Description          text.Text
	ExternalID           string
	ScheduleStatus       ScheduleStatus
	TimeTBA              bool  `bun:"time_tba"`
	PreviousStartMS      int64 `bun:",nullzero"`
	PreviousTBA          bool  `bun:"previous_tba"`
	ImportedStartMS      int64 `bun:",nullzero"`
	ImportedStatus       ScheduleStatus
	StartLocal           string // see Entered
	StartZone            string
	StartFixed           bool
}

func newEventRow(channelID int64, e *Event, r *Reference, now time.Time) (*eventRow, error) {
	row := &eventRow{
		ID: e.ID, ChannelID: channelID, EventCategoryID: e.CategoryID, LocationID: e.LocationID, DivisionID: e.DivisionID,
		GroupID: e.EventGroupID, Type: e.Type, Status: e.Status, StreamState: e.StreamState, Gender: e.Gender, Name: e.Name,
		SortName: r.sortName(e), HomeParticipantID: e.HomeID, StartMS: clock.Millis(e.StartAt), DurationMS: e.Duration.Milliseconds(), PlannedMS: e.planned().Milliseconds(),
		TimeZone: e.TimeZone, BasePrice: e.BasePrice, ServiceFee: e.ServiceFee, Price: e.Price(), Currency: e.Currency,
		SingleEventPackageID: e.SingleEventPackageID, Featured: e.Featured, Embed: e.Embed, LiveSinceMS: millisOrNull(e.LiveSince),
		EndedMS: millisOrNull(e.EndedAt), CreatedMS: clock.Millis(now), UpdatedMS: clock.Millis(now), ListedMS: clock.Millis(now),
		Description: e.Description.Map(text.SafeHTML), ExternalID: e.ExternalID, ScheduleStatus: e.ScheduleStatus,
		TimeTBA: e.TimeTBA || e.ScheduleStatus == TBA,
	}
	if row.TimeTBA {
		row.StartMS = row.venueNoon(row.StartMS)
	}
	if e.ExternalID != "" {
		row.ImportedStartMS = row.StartMS
	}
	row.setEntered(e.Entered)
	var err error
	if row.Participants, err = encode(append([]ParticipantID{}, e.Participants...)); err != nil {
		return nil, err
	}
	if row.Image, err = encode(e.Image); err != nil {
		return nil, err
	}
	row.Score, err = encodeScore(e.Score)
	return row, err
}

// planned is how long the event was to take; the length of a stream that has ended was
// not planned.
func (e *Event) planned() time.Duration {
	if e.EndedAt.IsZero() {
		return e.Duration
	}
	return e.Planned
}

type playerRow struct {
	bun.BaseModel `bun:"table:event_participants"`

	ChannelID          int64
	EventID            EventID
	ParticipantID      ParticipantID
	ParticipantGroupID GroupID `bun:",nullzero"`
	StartMS            int64
}

type wordRow struct {
	bun.BaseModel `bun:"table:event_words"`

	ChannelID int64
	Word      string
	StartMS   int64
	EventID   EventID
}

type vocabularyRow struct {
	bun.BaseModel `bun:"table:event_vocabulary"`

	ChannelID int64
	Word      string
}

// MaxBulk is how many events one call creates at most.
const MaxBulk = 10_000

// CreateEvents adds up to MaxBulk events, all or none, and returns their ids in the
// same order. Status and StreamState may be empty: an event is then upcoming and its
// stream idle. The fields of an Invalid error are prefixed by the event's position,
// "3.name", when there are several.
func (s *Service) CreateEvents(ctx context.Context, by actor.Actor, channelID int64, events []Event) ([]EventID, error) {
	var ids []EventID
	err := s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		if len(events) > MaxBulk {
			return fault.InvalidFields(fault.Field{Field: "events", Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", MaxBulk)})
		}
		ref, err := s.Reference(ctx, channelID)
		if err != nil {
			return err
		}
		rows, err := s.newEventRows(channelID, events, ref)
		if err != nil {
			return err
		}
		if err := insertEvents(ctx, tx, rows, events, ref); err != nil {
			return err
		}
		ids = make([]EventID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		return nil
	})
	return ids, err
}

// newEventRows checks events and makes the rows of new ones.
func (s *Service) newEventRows(channelID int64, events []Event, ref *Reference) ([]*eventRow, error) {
	rows := make([]*eventRow, len(events))
	now := s.clock.Now()
	for i, e := range events {
		e.ID = 0
		setDefaults(&e, ref)
		if err := validateEvent(&e, ref); err != nil {
			if len(events) > 1 {
				err = fault.At(err, i)
			}
			return nil, err
		}
		row, err := newEventRow(channelID, &e, ref, now)
		if err != nil {
			return nil, err
		}
		rows[i] = row
	}
	return rows, nil
}

// insertEvents adds rows, which then have their ids, and what finds them. events[i] is
// what rows[i] was made from.
func insertEvents(ctx context.Context, tx bun.Tx, rows []*eventRow, events []Event, ref *Reference) error {
	if err := insertChunks(ctx, tx, rows, "id"); err != nil {
		return err
	}
	return insertIndexes(ctx, tx, rows, events, ref)
}

func setDefaults(e *Event, ref *Reference) {
	if e.Status == "" {
		e.Status = Upcoming
	}
	if e.StreamState == "" {
		e.StreamState = StreamIdle
	}
	if e.ScheduleStatus == "" {
		e.ScheduleStatus = On
	}
	e.TimeZone = zone.Or(e.TimeZone)
	if place := ref.Location(e.LocationID); place != nil && place.TimeZone != "" {
		e.TimeZone = place.TimeZone // a schedule may name the zone of its times, which is not the venue's
	}
}

// chunk is how many rows one INSERT carries.
const chunk = 250

// insertChunks inserts rows, filling in the columns of returning. Both engines return
// the rows of one INSERT of values in the order of the values.
func insertChunks[R any](ctx context.Context, tx bun.Tx, rows []R, returning string) error {
	for part := range slices.Chunk(rows, chunk) {
		insert := tx.NewInsert().Model(&part)
		if returning != "" {
			insert.Returning(returning)
		} else {
			insert.On("CONFLICT DO NOTHING")
		}
		if _, err := insert.Exec(ctx); err != nil {
			return fmt.Errorf("write events: %w", err)
		}
	}
	return nil
}

// insertIndexes writes what lists and searches find events by. events[i] is what
// rows[i] was made from.
func insertIndexes(ctx context.Context, tx bun.Tx, rows []*eventRow, events []Event, r *Reference) error {
	var players []playerRow
	for i, row := range rows {
		for _, id := range events[i].Participants {
			players = append(players, playerRow{
				ChannelID: row.ChannelID, EventID: row.ID, ParticipantID: id, ParticipantGroupID: r.Participant(id).GroupID, StartMS: row.StartMS,
			})
		}
	}
	if err := insertChunks(ctx, tx, players, ""); err != nil {
		return err
	}
	return insertNames(ctx, tx, rows)
}

// insertNames writes the words of the names of events that are not there yet.
func insertNames(ctx context.Context, tx bun.Tx, rows []*eventRow) error {
	var words []wordRow
	var vocabulary []vocabularyRow
	known := map[vocabularyRow]bool{}
	for _, row := range rows {
		for _, word := range nameWords(row.Name) {
			words = append(words, wordRow{ChannelID: row.ChannelID, Word: word, StartMS: row.StartMS, EventID: row.ID})
			if one := (vocabularyRow{ChannelID: row.ChannelID, Word: word}); !known[one] {
				known[one] = true
				vocabulary = append(vocabulary, one)
			}
		}
	}
	if err := insertChunks(ctx, tx, words, ""); err != nil {
		return err
	}
	return insertChunks(ctx, tx, vocabulary, "")
}

// nameWords are the words of a name in every language, each once.
func nameWords(name text.Text) []string {
	var words []string
	for _, s := range name {
		words = append(words, text.IndexWords(s)...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// UpdateEvent replaces what an operator says of an event. What its stream and its
// scoreboard say (status, times, score) stays.
func (s *Service) UpdateEvent(ctx context.Context, by actor.Actor, channelID int64, e Event) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		ref, err := s.Reference(ctx, channelID)
		if err != nil {
			return err
		}
		setDefaults(&e, ref)
		if err := validateEvent(&e, ref); err != nil {
			return err
		}
		row, err := newEventRow(channelID, &e, ref, s.clock.Now())
		if err != nil {
			return err
		}
		was, err := s.selectRow(ctx, tx, channelID, e.ID)
		if err != nil {
			return err
		}
		row.ScheduleStatus, row.ImportedStartMS, row.ImportedStatus = was.ScheduleStatus, was.ImportedStartMS, was.ImportedStatus
		if row.TimeTBA = was.TimeTBA; row.TimeTBA {
			row.StartMS = row.venueNoon(row.StartMS)
		}
		return s.updateEvent(ctx, tx, was, row, e, ref)
	})
}

// updateEvent writes what an operator says of an event of the row's channel, and what
// finds it. row is made from e; was is the stored row. A new start or schedule status is
// recorded for ListChanges, and an event that ended without a stream is upcoming again at
// a new start.
func (s *Service) updateEvent(ctx context.Context, tx bun.Tx, was, row *eventRow, e Event, ref *Reference) error {
	start, tba := row.StartMS, row.TimeTBA
	row.StartMS, row.TimeTBA, row.PreviousStartMS, row.PreviousTBA = was.StartMS, was.TimeTBA, was.PreviousStartMS, was.PreviousTBA
	row.StartMS = start
	row.keepEntered(was)
	sameLocal := row.isSameLocalStart(was)
	row.StartMS = was.StartMS
	if row.Status = was.Status; !was.wasStreamed() {
		if !sameLocal {
			row.moveTo(start, tba)
		}
		if start > clock.Millis(s.clock.Now()) {
			row.Status = Upcoming
		}
	}
	row.StartMS, row.TimeTBA = start, tba
	res, err := tx.NewUpdate().Model(row).
		ExcludeColumn("id", "channel_id", "stream_state", "score", "live_since_ms", "ended_ms", "created_ms", "external_id").
		Value("listed_ms", `CASE WHEN name = ? AND participants = ? AND start_ms = ? AND COALESCE(planned_ms, 0) = ? AND COALESCE(location_id, 0) = ?
			AND event_category_id = ? AND time_zone = ? AND schedule_status = ? AND time_tba = ? THEN listed_ms ELSE ? END`,
			row.Name, row.Participants, row.StartMS, row.PlannedMS, int64(row.LocationID), row.EventCategoryID, row.TimeZone,
			row.ScheduleStatus, row.TimeTBA, row.ListedMS).
		Where("id = ? AND channel_id = ?", row.ID, row.ChannelID).Exec(ctx)
	if err := changedOne(res, err); err != nil {
		return err
	}
	if row.StartMS != was.StartMS && !sameLocal || row.ScheduleStatus != was.ScheduleStatus {
		if err := recordChange(ctx, tx, was, row.ScheduleStatus, row.UpdatedMS, false); err != nil {
			return err
		}
	}
	if err := deleteIndexes(ctx, tx, row.ID); err != nil {
		return err
	}
	return insertIndexes(ctx, tx, []*eventRow{row}, []Event{e}, ref)
}

func deleteIndexes(ctx context.Context, tx bun.Tx, id EventID) error {
	for _, table := range []string{"event_participants", "event_words"} {
		if _, err := tx.NewDelete().Table(table).Where("event_id = ?", id).Exec(ctx); err != nil {
			return fmt.Errorf("empty %s: %w", table, err)
		}
	}
	return nil
}

// DeleteEvent removes an event that nothing has been streamed for; ListRemoved goes on
// telling of it. One with a stream is a Conflict: its recording would be lost.
func (s *Service) DeleteEvent(ctx context.Context, by actor.Actor, channelID int64, id EventID) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		was, err := s.selectRow(ctx, tx, channelID, id)
		if err != nil {
			return err
		}
		if err := was.refuseRemoval(); err != nil {
			return err
		}
		if err := recordChange(ctx, tx, was, was.ScheduleStatus, clock.Millis(s.clock.Now()), false); err != nil {
			return err
		}
		if err := insertTombstone(ctx, tx, channelID, id, s.clock.Now()); err != nil {
			return err
		}
		res, err := tx.NewDelete().Table("events").Where("id = ? AND channel_id = ?", id, channelID).Exec(ctx)
		if db.IsForeignKey(err) {
			return fault.Wrap(err, fault.Conflict, "event_in_use", "This event has a stream and cannot be removed.")
		}
		return changedOne(res, err)
	})
}

func changedOne(res sql.Result, err error) error {
	if err != nil {
		return fmt.Errorf("write event: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("count changed rows: %w", err)
	}
	if n == 0 {
		return errNoEvent()
	}
	return nil
}

// The media side reports by these two, in its own transactions; numbers and words
// are plain there, because domains do not know each other's types.

// SetStreamState notes what an event's stream does since at: live and reconnecting
// make the event live, ended makes it finished and gives it its length; idle takes
// back a live that never was. An event that is not the channel's is NotFound.
func (s *Service) SetStreamState(ctx context.Context, tx bun.IDB, channelID, eventID int64, state string, at time.Time) error {
	var set string
	now := clock.Millis(at)
	args := []any{state, now}
	switch StreamState(state) {
	case StreamIdle:
		set = `status = CASE status WHEN 'live' THEN 'upcoming' ELSE status END,
			schedule_status = CASE WHEN status = 'live' AND time_tba THEN 'tba' ELSE schedule_status END`
	case StreamLive, StreamReconnecting:
		// A live event takes place, also against its schedule status.
		set = `status = 'live', schedule_status = 'on', live_since_ms = COALESCE(live_since_ms, ?), ended_ms = NULL`
		args = append(args, now)
	case StreamEnded:
		set = `status = 'finished', ended_ms = ?, duration_ms = CASE WHEN live_since_ms IS NULL THEN duration_ms ELSE ? - live_since_ms END`
		args = append(args, now, now)
	default:
		return fmt.Errorf("unknown stream state %q", state)
	}
	query := strings.Join([]string{`UPDATE events SET stream_state = ?, updated_ms = ?,`, set, `WHERE id = ? AND channel_id = ?`}, " ")
	return s.report(ctx, tx, channelID, query, append(args, eventID, channelID)...)
}

// ChooseImage shows an event with a picture of public media; pictures from its stream no
// longer replace it. An empty key takes the choice back: the schedule's picture is shown again. use is called in the
// transaction that writes: it makes sure that the picture is there, and stays.
//
// Failures: NotFound event_not_found, and what use fails with; Forbidden.
func (s *Service) ChooseImage(ctx context.Context, by actor.Actor, channelID int64, id EventID, key string, use func(ctx context.Context) error) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		before, err := storedImage(ctx, tx, channelID, int64(id))
		if err != nil {
			return err
		}
		encoded, err := encode(before.chosen(key))
		if err != nil {
			return err
		}
		res, err := tx.NewRaw(`UPDATE events SET image = ?, updated_ms = ? WHERE id = ? AND channel_id = ?`,
			encoded, clock.Millis(s.clock.Now()), id, channelID).Exec(ctx)
		if err := changedOne(res, err); err != nil || key == "" {
			return err
		}
		return use(ctx)
	})
}

// SetImage sets an event's picture, taken from its stream: a key of public media and
// narrower variants by width in pixels. What an operator chose stays, and the picture of a
// schedule is kept for viewers who may not watch.
func (s *Service) SetImage(ctx context.Context, tx bun.IDB, channelID, eventID int64, key string, widths map[int]string) error {
	image := Image{Key: key, Widths: widths, OfGame: true}
	var p problems
	validateImage(&p, image)
	if err := p.err(); err != nil {
		return err
	}
	before, err := storedImage(ctx, tx, channelID, eventID)
	if err != nil {
		return err
	}
	encoded, err := encode(image.over(before))
	if err != nil {
		return err
	}
	return s.report(ctx, tx, channelID, `UPDATE events SET image = CASE WHEN image LIKE '%"chosen":true%' THEN image ELSE ? END, updated_ms = ?
		WHERE id = ? AND channel_id = ?`, encoded, clock.Millis(s.clock.Now()), eventID, channelID)
}

// SetPreview notes the length of the preview of an event's stream, 0 for none.
func (s *Service) SetPreview(ctx context.Context, tx bun.IDB, channelID, eventID int64, length time.Duration) error {
	return s.report(ctx, tx, channelID, `UPDATE events SET preview_ms = ?, updated_ms = ? WHERE id = ? AND channel_id = ?`,
		length.Milliseconds(), clock.Millis(s.clock.Now()), eventID, channelID)
}

// storedImage is an event's picture as it is stored; none of an event that is gone.
func storedImage(ctx context.Context, tx bun.IDB, channelID, eventID int64) (Image, error) {
	var stored string
	err := tx.NewRaw(`SELECT image FROM events WHERE id = ? AND channel_id = ?`, eventID, channelID).Scan(ctx, &stored)
	if db.IsNoRows(err) || err == nil && stored == "" {
		return Image{}, nil
	}
	var image Image
	if err == nil {
		err = json.Unmarshal([]byte(stored), &image)
	}
	if err != nil {
		return Image{}, fmt.Errorf("read the picture of event %d: %w", eventID, err)
	}
	return image, nil
}

func (s *Service) report(ctx context.Context, tx bun.IDB, channelID int64, query string, args ...any) error {
	res, err := tx.NewRaw(query, args...).Exec(ctx)
	if err := changedOne(res, err); err != nil {
		return err
	}
	return revision.Bump(ctx, tx, channelID, revision.Events)
}
