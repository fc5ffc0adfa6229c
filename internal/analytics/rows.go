package analytics

import "github.com/uptrace/bun"

// fact is something that was told, as the rows that it becomes; each of them may be missing.
type fact struct {
	session *sessionRow
	event   *eventRow
	view    *viewRow // without a UUID it is no view, but watched all the same
	// watcher is who says to watch the view's subject; the zero value where that is not checked.
	watcher Watcher
	// capped is set once capToSlots has seen the view.
	capped bool
}

// isChecked reports whether the view counts only if its watcher may watch its subject.
func (f fact) isChecked() bool { return f.watcher != (Watcher{}) }

// source is who told of an event.
type source string

const (
	fromSite    source = "site"
	fromPlayer  source = "player"
	fromViewing source = "viewing" // of something that no view shows
)

type sessionRow struct {
	bun.BaseModel `bun:"table:analytics_sessions,alias:s"`

	ChannelID  int64  `bun:"channel_id,pk"`
	UUID       string `bun:"uuid,pk"`
	UserID     int64  `bun:"user_id,nullzero"`
	OpenedMS   int64  `bun:"opened_ms"`
	DeviceType string `bun:"device_type"`
	UserAgent  string `bun:"user_agent"`
	Resolution string `bun:"resolution"`
	Platform   string `bun:"platform"`
	Device     string `bun:"device"`
	Country    string `bun:"country"`
}

type eventRow struct {
	bun.BaseModel `bun:"table:analytics_events,alias:e"`

	ID          int64  `bun:"id,pk,autoincrement"`
	ChannelID   int64  `bun:"channel_id"`
	AtMS        int64  `bun:"at_ms"`
	Source      source `bun:"source"`
	Name        string `bun:"name"`
	SessionUUID string `bun:"session_uuid"`
	UserID      int64  `bun:"user_id,nullzero"`
	ViewUUID    string `bun:"view_uuid"`
	SubjectKind Kind   `bun:"subject_kind"`
	SubjectID   int64  `bun:"subject_id"`
	Device      string `bun:"device"`
	Country     string `bun:"country"`
	Extras      string `bun:"extras"`
}

func (r *eventRow) subject() Subject { return Subject{r.SubjectKind, r.SubjectID} }

type viewRow struct {
	bun.BaseModel `bun:"table:analytics_views,alias:v"`

	ChannelID   int64  `bun:"channel_id,pk"`
	UUID        string `bun:"uuid,pk"`
	SessionUUID string `bun:"session_uuid"`
	UserID      int64  `bun:"user_id,nullzero"`
	Visitor     string `bun:"visitor"` // see Service.visitor
	SubjectKind Kind   `bun:"subject_kind"`
	SubjectID   int64  `bun:"subject_id"`
	Live        bool   `bun:"live"`
	Device      string `bun:"device"`
	Country     string `bun:"country"`
	FirstMS     int64  `bun:"first_ms"`
	LastMS      int64  `bun:"last_ms"`
	BeforeMS    int64  `bun:"before_ms"`
	WatchedMS   int64  `bun:"watched_ms"`
}

func (r *viewRow) subject() Subject { return Subject{r.SubjectKind, r.SubjectID} }

func (r *viewRow) key() viewKey { return viewKey{r.ChannelID, r.UUID} }

type viewKey struct {
	channelID int64
	uuid      string
}

type minuteRow struct {
	bun.BaseModel `bun:"table:analytics_minutes,alias:m"`

	minuteKey

	Begun     int64 `bun:"begun"`
	Seen      int64 `bun:"seen"`
	WatchedMS int64 `bun:"watched_ms"`
}

type minuteKey struct {
	ChannelID   int64  `bun:"channel_id,pk"`
	MinuteMS    int64  `bun:"minute_ms,pk"`
	SubjectKind Kind   `bun:"subject_kind,pk"`
	SubjectID   int64  `bun:"subject_id,pk"`
	Live        bool   `bun:"live,pk"`
	Device      string `bun:"device,pk"`
	Country     string `bun:"country,pk"`
}

const minuteMS = 60_000

// minuteOf is where a view is added up at a time.
func minuteOf(v *viewRow, atMS int64) minuteKey {
	return minuteKey{v.ChannelID, atMS - atMS%minuteMS, v.SubjectKind, v.SubjectID, v.Live, v.Device, v.Country}
}
