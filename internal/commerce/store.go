package commerce

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

type packageRow struct {
	bun.BaseModel `bun:"table:packages,alias:p"`

	ID            PackageID `bun:",pk,autoincrement"`
	ChannelID     int64
	Alias         string
	Kind          Kind
	Type          Type
	Name          text.Text
	Description   text.Text
	Offer         string
	Period        string
	Currency      string
	BasePrice     int64
	ServiceFee    int64
	TrialDays     int
	Renewal       bool
	Image         string
	IsTeamPass    bool
	PassType      string
	Choice        Choice
	Weight        int
	Capabilities  string
	ClipLimit     int64
	DownloadLimit int64
	EndsMS        int64
	CreatedMS     int64
	UpdatedMS     int64
}

func newPackageRow(channelID int64, p Package, now time.Time) (*packageRow, error) {
	granted, err := json.Marshal(append([]Capability{}, p.Capabilities...))
	if err != nil {
		return nil, fmt.Errorf("encode capabilities: %w", err)
	}
	return &packageRow{
		ChannelID: channelID, Alias: p.Alias, Kind: p.Kind, Type: p.Type, Name: p.Name, Description: p.Description,
		Offer: p.Offer, Period: p.Period, Currency: p.Currency, BasePrice: p.BasePrice, ServiceFee: p.ServiceFee,
		TrialDays: p.TrialDays, Renewal: p.Renewal, Image: p.Image, IsTeamPass: p.IsTeamPass, PassType: p.PassType, Choice: p.Choice,
		Weight: p.Weight, Capabilities: string(granted), ClipLimit: p.ClipLimit, DownloadLimit: p.DownloadLimit, EndsMS: millisOrZero(p.Ends), CreatedMS: clock.Millis(now), UpdatedMS: clock.Millis(now),
	}, nil
}

func (r *packageRow) product() (*Package, error) {
	p := &Package{
		ID: r.ID, Alias: r.Alias, Kind: r.Kind, Type: r.Type, Name: r.Name, Description: r.Description,
		Offer: r.Offer, Period: r.Period, Currency: r.Currency, BasePrice: r.BasePrice, ServiceFee: r.ServiceFee,
		TrialDays: r.TrialDays, Renewal: r.Renewal, Image: r.Image, IsTeamPass: r.IsTeamPass, PassType: r.PassType, Choice: r.Choice,
		Weight: r.Weight, ClipLimit: r.ClipLimit, DownloadLimit: r.DownloadLimit, Ends: timeOrZero(r.EndsMS),
	}
	if err := json.Unmarshal([]byte(r.Capabilities), &p.Capabilities); err != nil {
		return nil, fmt.Errorf("decode package %d: %w", r.ID, err)
	}
	return p, nil
}

// selectPackages reads all that a channel sells, heaviest first.
func selectPackages(ctx context.Context, from bun.IDB, channelID int64) ([]*Package, error) {
	return readPackages(ctx, from, channelID, bun.SafeQuery("TRUE"))
}

// selectNamed reads those of a channel's packages that have one of the ids. Ids of other channels find nothing.
func selectNamed(ctx context.Context, from bun.IDB, channelID int64, ids []PackageID) ([]*Package, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return readPackages(ctx, from, channelID, bun.SafeQuery("p.id IN (?)", bun.List(ids)))
}

// readPackages reads those of a channel's packages, called p, that a condition chooses.
func readPackages(ctx context.Context, from bun.IDB, channelID int64, chosen schema.QueryWithArgs) ([]*Package, error) {
	var rows []packageRow
	err := from.NewSelect().Model(&rows).Where("p.channel_id = ?", channelID).Where("?", chosen).Order("p.weight DESC", "p.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	out := make([]*Package, 0, len(rows))
	byID := make(map[PackageID]*Package, len(rows))
	for i := range rows {
		p, err := rows[i].product()
		if err != nil {
			return nil, err
		}
		out, byID[p.ID] = append(out, p), p
	}
	return out, selectCoverage(ctx, from, channelID, chosen, byID)
}

type categoryRow struct {
	bun.BaseModel `bun:"table:package_categories,alias:covered"`

	PackageID  PackageID
	CategoryID int64 `bun:"event_category_id"`
}

type participantRow struct {
	bun.BaseModel `bun:"table:package_participants,alias:covered"`

	PackageID     PackageID
	ParticipantID int64
}

func selectCoverage(ctx context.Context, from bun.IDB, channelID int64, chosen schema.QueryWithArgs, byID map[PackageID]*Package) error {
	const ofChosen = "covered.package_id IN (SELECT p.id FROM packages AS p WHERE p.channel_id = ? AND ?)"
	var categories []categoryRow
	if err := from.NewSelect().Model(&categories).Where(ofChosen, channelID, chosen).Order("package_id", "event_category_id").Scan(ctx); err != nil {
		return fmt.Errorf("list covered categories: %w", err)
	}
	for _, r := range categories {
		if p := byID[r.PackageID]; p != nil {
			p.Categories = append(p.Categories, r.CategoryID)
		}
	}
	var participants []participantRow
	if err := from.NewSelect().Model(&participants).Where(ofChosen, channelID, chosen).Order("package_id", "participant_id").Scan(ctx); err != nil {
		return fmt.Errorf("list covered participants: %w", err)
	}
	for _, r := range participants {
		if p := byID[r.PackageID]; p != nil {
			p.Participants = append(p.Participants, r.ParticipantID)
		}
	}
	return nil
}

// insertCoverage writes what a package covers, after making sure that all of it
// belongs to the channel.
func insertCoverage(ctx context.Context, tx bun.Tx, channelID int64, id PackageID, p Package) error {
	if err := requireOwn(ctx, tx, "event_categories", channelID, p.Categories); err != nil {
		return err
	}
	if err := requireOwn(ctx, tx, "participants", channelID, p.Participants); err != nil {
		return err
	}
	categories := make([]categoryRow, len(p.Categories))
	for i, c := range p.Categories {
		categories[i] = categoryRow{PackageID: id, CategoryID: c}
	}
	participants := make([]participantRow, len(p.Participants))
	for i, c := range p.Participants {
		participants[i] = participantRow{PackageID: id, ParticipantID: c}
	}
	if len(categories) > 0 {
		if _, err := tx.NewInsert().Model(&categories).Exec(ctx); err != nil {
			return fmt.Errorf("write covered categories: %w", err)
		}
	}
	if len(participants) > 0 {
		if _, err := tx.NewInsert().Model(&participants).Exec(ctx); err != nil {
			return fmt.Errorf("write covered participants: %w", err)
		}
	}
	return nil
}

func requireOwn(ctx context.Context, tx bun.Tx, table string, channelID int64, ids []int64) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 {
		return nil
	}
	n, err := tx.NewSelect().Table(table).Where("channel_id = ?", channelID).Where("id IN (?)", bun.List(ids)).Count(ctx)
	if err != nil {
		return fmt.Errorf("look at %s: %w", table, err)
	}
	if n != int64(len(ids)) {
		return fault.New(fault.NotFound, "covered_not_found", "The pass covers something that is not on the channel.")
	}
	return nil
}
