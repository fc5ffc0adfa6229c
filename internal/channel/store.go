package channel

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

type channelRow struct {
	bun.BaseModel `bun:"table:channels"`

	ID         ID     `bun:",pk,autoincrement"`
	ChannelKey string `bun:"channel_key"`
	Name       text.Text
	Tagline    text.Text
	Language   string
	Languages  string
	Currency   string
	TimeZone   string
	Settings   string
	Colors     string

	CalendarDomain string

	CreatedMS int64
	UpdatedMS int64

	Revision int64 `bun:",scanonly"`
}

func newChannelRow(c Channel, now time.Time) (*channelRow, error) {
	row := &channelRow{
		ID: c.ID, ChannelKey: c.Key, Name: c.Name, Tagline: c.Tagline, Language: c.Language,
		Currency: c.Currency, TimeZone: zone.Or(c.TimeZone), CreatedMS: clock.Millis(now), UpdatedMS: clock.Millis(now),
	}
	if len(c.Domains) > 0 {
		row.CalendarDomain = c.Domains[0]
	}
	var err error
	if row.Languages, err = encode(c.Languages); err != nil {
		return nil, err
	}
	if row.Settings, err = encode(c.Settings); err != nil {
		return nil, err
	}
	row.Colors, err = encode(c.Colors)
	return row, err
}

func (r *channelRow) channel() (*Channel, error) {
	c := &Channel{
		ID: r.ID, Key: r.ChannelKey, Name: r.Name, Tagline: r.Tagline, Language: r.Language,
		Currency: r.Currency, TimeZone: r.TimeZone, CalendarDomain: r.CalendarDomain,
	}
	for _, f := range []struct {
		from string
		to   any
	}{{r.Languages, &c.Languages}, {r.Settings, &c.Settings}, {r.Colors, &c.Colors}} {
		if err := json.Unmarshal([]byte(f.from), f.to); err != nil {
			return nil, fmt.Errorf("decode channel %d: %w", r.ID, err)
		}
	}
	location, err := zone.Load(c.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("channel %d: %w", r.ID, err)
	}
	c.zone = location
	return c, nil
}

func encode(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return string(b), nil
}

// selectChannel reads one channel by a condition on the table channels, with the
// revision it had in the same statement: what is read after it can only be newer. With lock, in a
// transaction of PostgreSQL, it locks the row until the end of the transaction: two changes of one
// channel follow each other. Reads do not lock: purchases of one channel would wait for each other.
func selectChannel(ctx context.Context, from bun.IDB, where string, arg any, lock bool) (*Channel, int64, error) {
	row := new(channelRow)
	query := from.NewSelect().Model(row).ColumnExpr("?TableColumns").
		ColumnExpr(`COALESCE((SELECT r.revision FROM revisions AS r
			WHERE r.channel_id = "channel_row".id AND r.area = ?), 0) AS revision`, revision.Channel).
		Where(where, arg)
	if _, inTx := from.(bun.Tx); lock && inTx && from.Dialect().Name() == dialect.PG {
		query.For("UPDATE")
	}
	err := query.Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("read channel: %w", err)
	}
	c, err := row.channel()
	if err != nil {
		return nil, 0, err
	}
	err = from.NewSelect().Table("channel_domains").Column("domain").
		Where("channel_id = ?", c.ID).Order("position").Scan(ctx, &c.Domains)
	if err != nil {
		return nil, 0, fmt.Errorf("read domains: %w", err)
	}
	return c, row.Revision, nil
}

type domainRow struct {
	bun.BaseModel `bun:"table:channel_domains"`

	Domain    string `bun:",pk"`
	ChannelID ID
	Position  int
}

type menuRow struct {
	bun.BaseModel `bun:"table:menu_items"`

	ID         int64 `bun:",pk,autoincrement"`
	ChannelID  ID
	ParentID   int64 `bun:",nullzero"`
	Position   int
	Type       MenuType
	Title      text.Text
	URL        string
	Image      string
	SlidableID int64 `bun:",nullzero"`
}

type pageRow struct {
	bun.BaseModel `bun:"table:pages"`

	ID        PageID `bun:",pk,autoincrement"`
	ChannelID ID
	Position  int
	URL       string
	AltName   string
	Name      text.Text
	Content   text.Text
	UpdatedMS int64
}

type faqRow struct {
	bun.BaseModel `bun:"table:faqs"`

	ID        int64 `bun:",pk,autoincrement"`
	ChannelID ID
	Position  int
	Category  text.Text
	Question  text.Text
	Answer    text.Text
}

type slideRow struct {
	bun.BaseModel `bun:"table:slides"`

	ID           int64 `bun:",pk,autoincrement"`
	ChannelID    ID
	Position     int
	SlidableType SlideType
	SlidableID   int64 `bun:",nullzero"`
	Title        text.Text
	Body         text.Text
	Button       text.Text
	URL          string
	Image        string
	EventID      int64 `bun:",nullzero"`
}

// selectSite reads everything written for a channel. The caller gives a transaction
// where the parts must belong to one moment.
func selectSite(ctx context.Context, from bun.IDB, c *Channel) (*Site, error) {
	site := &Site{Channel: c}
	for _, part := range []func(context.Context, bun.IDB, *Site) error{
		readMenu, readPages, readFAQ, readSlides, readPrerolls, readForms,
	} {
		if err := part(ctx, from, site); err != nil {
			return nil, fmt.Errorf("read site of channel %d: %w", c.ID, err)
		}
	}
	return site, nil
}

func selectPart(ctx context.Context, from bun.IDB, rows any, c ID, order string) error {
	return from.NewSelect().Model(rows).Where("channel_id = ?", c).OrderExpr(order + ", id").Scan(ctx)
}

func readMenu(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []menuRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "position"); err != nil {
		return err
	}
	for _, r := range rows {
		site.Menu = append(site.Menu, MenuItem{
			ID: r.ID, ParentID: r.ParentID, Type: r.Type, Title: r.Title, URL: r.URL, Image: r.Image, TargetID: r.SlidableID,
		})
	}
	return nil
}

func readPages(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []pageRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "position"); err != nil {
		return err
	}
	for _, r := range rows {
		site.Pages = append(site.Pages, Page{
			ID: r.ID, URL: r.URL, AltName: r.AltName, Name: r.Name, Content: r.Content, UpdatedAt: clock.FromMillis(r.UpdatedMS),
		})
	}
	return nil
}

func readFAQ(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []faqRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "position"); err != nil {
		return err
	}
	for _, r := range rows {
		site.FAQ = append(site.FAQ, Question{ID: r.ID, Category: r.Category, Question: r.Question, Answer: r.Answer})
	}
	return nil
}

func readSlides(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []slideRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "position"); err != nil {
		return err
	}
	for _, r := range rows {
		s := Slide{
			ID: r.ID, Type: r.SlidableType, TargetID: r.SlidableID, Title: r.Title, Text: r.Body,
			Button: r.Button, URL: r.URL, EventID: r.EventID,
		}
		if err := json.Unmarshal([]byte(r.Image), &s.Image); err != nil {
			return fmt.Errorf("decode slide %d: %w", r.ID, err)
		}
		site.Slides = append(site.Slides, s)
	}
	return nil
}
