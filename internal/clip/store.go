package clip

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

type row struct {
	bun.BaseModel `bun:"table:clips,alias:c"`

	ID            ID `bun:"id,pk,autoincrement"`
	ChannelID     int64
	UserID        int64
	EventID       int64
	CutID         CutID
	EventMediaID  int64
	UUID          string
	Name          string
	Tags          string
	StartMS       int64 `bun:"start_ms"`
	DurationMS    int64 `bun:"duration_ms"`
	OpensFromMS   int64 `bun:"opens_from_ms"`
	OpensToMS     int64 `bun:"opens_to_ms"`
	Status        Status
	Official      bool
	OrderID       int64
	AccessOrderID int64
	CreatedMS     int64 `bun:"created_ms"`

	DownloadedMS int64 `bun:"downloaded_ms,scanonly"`
}

func newRow(d Draft, opens Stretch, by actor.Actor, now time.Time) (*row, error) {
	tags, err := json.Marshal(d.Tags)
	if err != nil {
		return nil, fmt.Errorf("encode tags: %w", err)
	}
	return &row{
		ChannelID: by.ChannelID, UserID: by.UserID, EventID: d.EventID, EventMediaID: d.EventMediaID, UUID: newUUID(), Name: d.Name,
		Tags: string(tags), StartMS: d.Start.Milliseconds(), DurationMS: d.Duration.Milliseconds(), Status: Processing,
		OpensFromMS: opens.From.Milliseconds(), OpensToMS: opens.To.Milliseconds(),
		Official: by.Operates(by.ChannelID), CreatedMS: clock.Millis(now),
	}, nil
}

func (r *row) clip() (*Clip, error) {
	c := &Clip{
		ID: r.ID, ChannelID: r.ChannelID, UserID: r.UserID, EventID: r.EventID, EventMediaID: r.EventMediaID, Cut: r.CutID, Name: r.Name,
		Start: time.Duration(r.StartMS) * time.Millisecond, Duration: time.Duration(r.DurationMS) * time.Millisecond,
		Opens: r.opens(), Status: r.Status, Official: r.Official, Charge: Charge{r.OrderID, r.AccessOrderID}, UUID: r.UUID, CreatedAt: clock.FromMillis(r.CreatedMS),
	}
	if r.DownloadedMS != 0 {
		c.DownloadedAt = clock.FromMillis(r.DownloadedMS)
	}
	if err := json.Unmarshal([]byte(r.Tags), &c.Tags); err != nil {
		return nil, fmt.Errorf("decode clip %d: %w", r.ID, err)
	}
	return c, nil
}

func (r *row) opens() Stretch {
	return Stretch{time.Duration(r.OpensFromMS) * time.Millisecond, time.Duration(r.OpensToMS) * time.Millisecond}
}

func clipsOf(rows []row) ([]*Clip, error) {
	out := make([]*Clip, len(rows))
	for i := range rows {
		c, err := rows[i].clip()
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

func (s *Service) find(ctx context.Context, channelID int64, id ID) (*Clip, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("c.channel_id = ? AND c.id = ?", channelID, id).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoClip()
	}
	if err != nil {
		return nil, fmt.Errorf("find clip %d: %w", id, err)
	}
	return r.clip()
}

// FindByCut returns the clip that shows a cut. There may be none: NotFound, "clip_not_found".
func (s *Service) FindByCut(ctx context.Context, channelID int64, cut CutID) (*Clip, error) {
	var r row
	err := s.db.Read().NewSelect().Model(&r).Where("c.channel_id = ? AND c.cut_id = ?", channelID, cut).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoClip()
	}
	if err != nil {
		return nil, fmt.Errorf("find the clip of cut %d: %w", cut, err)
	}
	return r.clip()
}

// FindCut returns the cut of a channel's clip. It does not check who may watch the clip.
func (s *Service) FindCut(ctx context.Context, channelID int64, id ID) (cut CutID, err error) {
	err = s.db.Read().NewSelect().Model((*row)(nil)).Column("cut_id").Where("c.channel_id = ? AND c.id = ?", channelID, id).Scan(ctx, &cut)
	if db.IsNoRows(err) {
		return 0, errNoClip()
	}
	if err != nil {
		return 0, fmt.Errorf("find the cut of clip %d: %w", id, err)
	}
	return cut, nil
}

// Those returns those of several clips that the channel has, whoever may watch them. Only the
// channel's operators learn it.
func (s *Service) Those(ctx context.Context, by actor.Actor, channelID int64, ids []ID) ([]*Clip, error) {
	if err := by.RequireOperator(channelID); err != nil || len(ids) == 0 {
		return nil, err
	}
	var rows []row
	if err := s.db.Read().NewSelect().Model(&rows).Where("c.channel_id = ?", channelID).Where("c.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("find clips: %w", err)
	}
	return clipsOf(rows)
}

// shown limits a query to what an actor may watch without a UUID and does not operate the
// channel for.
func shown(q *bun.SelectQuery, by actor.Actor) *bun.SelectQuery {
	return q.Where("c.channel_id = ?", by.ChannelID).Where("(c.official = TRUE OR c.user_id = ?)", by.UserID)
}

func (s *Service) selectOfEvent(ctx context.Context, by actor.Actor, eventID int64) ([]*Clip, error) {
	var rows []row
	err := shown(s.db.Read().NewSelect().Model(&rows), by).Where("c.event_id = ?", eventID).
		Order("c.created_ms DESC", "c.id DESC").Limit(maxOfEvent).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the clips of event %d: %w", eventID, err)
	}
	return clipsOf(rows)
}

func (s *Service) selectMade(ctx context.Context, by actor.Actor, limit, offset int64) ([]*Clip, int64, error) {
	var rows []row
	own := s.db.Read().NewSelect().Model(&rows).Where("c.channel_id = ? AND c.user_id = ?", by.ChannelID, by.UserID)
	total, err := own.Order("c.created_ms DESC", "c.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("list the clips of user %d: %w", by.UserID, err)
	}
	clips, err := clipsOf(rows)
	return clips, total, err
}

func (s *Service) selectLoaded(ctx context.Context, by actor.Actor, limit, offset int64) ([]*Clip, int64, error) {
	var rows []row
	loaded := s.db.Read().NewSelect().Model(&rows).ColumnExpr("c.*").ColumnExpr("l.at_ms AS downloaded_ms").
		Join("JOIN clip_downloads AS l ON l.clip_id = c.id").Where("l.channel_id = ? AND l.user_id = ?", by.ChannelID, by.UserID)
	total, err := loaded.Order("l.at_ms DESC", "c.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("list what user %d loaded down: %w", by.UserID, err)
	}
	clips, err := clipsOf(rows)
	return clips, total, err
}

func (s *Service) selectEvents(ctx context.Context, by actor.Actor) ([]int64, error) {
	ids := []int64{}
	err := shown(s.db.Read().NewSelect().Model((*row)(nil)).Column("event_id"), by).Where("c.status <> ?", Failed).
		Group("c.event_id").OrderExpr("MAX(c.created_ms) DESC").Limit(maxEvents).Scan(ctx, &ids)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("list events with clips: %w", err)
	}
	return ids, nil
}

func (s *Service) count(ctx context.Context, by actor.Actor) (int64, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*row)(nil)).Where("c.channel_id = ? AND c.user_id = ?", by.ChannelID, by.UserID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the clips of user %d: %w", by.UserID, err)
	}
	return n, nil
}

// settle ends the processing of a clip, and returns it: of many who would, one does, and
// the others get nothing.
func settle(ctx context.Context, tx bun.Tx, channelID int64, cut CutID, status Status) (ended []row, err error) {
	err = tx.NewRaw(`UPDATE clips SET status = ? WHERE channel_id = ? AND cut_id = ? AND status = ? RETURNING user_id, order_id`,
		status, channelID, cut, Processing).Scan(ctx, &ended)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("end the processing of cut %d: %w", cut, err)
	}
	return ended, nil
}
