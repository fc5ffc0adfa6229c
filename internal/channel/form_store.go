package channel

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

type formRow struct {
	bun.BaseModel `bun:"table:custom_forms"`

	ID        int64 `bun:",pk,autoincrement"`
	ChannelID ID
	Position  int
	Alias     string
	Title     text.Text
	Intro     text.Text
	Fields    string
	Submit    text.Text
	Success   text.Text
	Recipient string
}

type submissionRow struct {
	bun.BaseModel `bun:"table:form_submissions"`

	ID        int64 `bun:",pk,autoincrement"`
	ChannelID ID
	Alias     string
	Digest    string
	Answers   string
	Language  string
	CreatedMS int64
}

// ReplaceForms writes the forms; intros are cleaned HTML. What has been sent stays.
func (s *Service) ReplaceForms(ctx context.Context, by actor.Actor, id ID, forms []Form) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		p.require(len(forms) <= maxForms, "forms", "too_many", fmt.Sprintf("At most %d values are allowed.", maxForms))
		rows, aliases := make([]formRow, len(forms)), map[string]bool{}
		for i, f := range forms {
			f.validate(&p)
			p.require(!aliases[f.Alias], "alias", "duplicate", "This name is already taken.")
			aliases[f.Alias] = true
			fields, err := encode(append([]FormField{}, f.Fields...))
			if err != nil {
				return err
			}
			rows[i] = formRow{
				ChannelID: id, Position: i, Alias: f.Alias, Title: f.Title, Intro: f.Intro.Map(text.SafeHTML), Fields: fields,
				Submit: f.Submit, Success: f.Success, Recipient: f.Recipient,
			}
		}
		return replaceRows(ctx, tx, p.err(), "custom_forms", id, rows)
	})
}

func readForms(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []formRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "position"); err != nil {
		return err
	}
	for _, r := range rows {
		f := Form{Alias: r.Alias, Title: r.Title, Intro: r.Intro, Submit: r.Submit, Success: r.Success, Recipient: r.Recipient}
		if err := json.Unmarshal([]byte(r.Fields), &f.Fields); err != nil {
			return fmt.Errorf("decode form %s: %w", r.Alias, err)
		}
		site.Forms = append(site.Forms, f)
	}
	return nil
}

// insertSubmission keeps what was sent, once; it reports whether it is new.
func insertSubmission(ctx context.Context, tx bun.Tx, row *submissionRow) (bool, error) {
	res, err := tx.NewInsert().Model(row).ExcludeColumn("id").On("CONFLICT (channel_id, digest) DO NOTHING").Returning("NULL").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("keep a submission: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("count submissions: %w", err)
	}
	return n > 0, nil
}

// Submission is what somebody sent.
type Submission struct {
	Alias    string
	Language string
	Answers  map[string]string
}

// maxSubmissions is how many submissions are listed at most.
const maxSubmissions = 500

// Submissions lists what people sent through a form, the latest first; only the
// channel's operators may.
func (s *Service) Submissions(ctx context.Context, by actor.Actor, id ID, alias string) ([]Submission, error) {
	if err := by.RequireOperator(int64(id)); err != nil {
		return nil, err
	}
	var rows []submissionRow
	err := s.db.Read().NewSelect().Model(&rows).Where("channel_id = ?", id).Where("alias = ?", alias).
		Order("created_ms DESC", "id DESC").Limit(maxSubmissions).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list submissions: %w", err)
	}
	out := make([]Submission, len(rows))
	for i, r := range rows {
		out[i] = Submission{Alias: r.Alias, Language: r.Language}
		if err := json.Unmarshal([]byte(r.Answers), &out[i].Answers); err != nil {
			return nil, fault.Wrap(err, fault.Internal, "internal_error", "")
		}
	}
	return out, nil
}
