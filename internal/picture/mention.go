package picture

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/uptrace/bun"
)

// place is a table whose rows may refer to pictures, and the columns that do.
type place struct {
	table   string
	channel string // the column with the channel's id
	columns []string
}

// places are everywhere that a channel's pictures may be named, as a key, as an address
// or inside of text. It is asked of the tables themselves instead of their owners: the
// answer decides what is removed for ever, and a test finds the column that is missing
// here whoever adds it.
func places() []place {
	return []place{
		{"channels", "id", []string{"settings"}},
		{"menu_items", "channel_id", []string{"image", "url"}},
		{"pages", "channel_id", []string{"content"}},
		{"faqs", "channel_id", []string{"answer"}},
		{"slides", "channel_id", []string{"image", "url", "body"}},
		{"custom_forms", "channel_id", []string{"intro", "success"}},
		{"event_categories", "channel_id", []string{"image"}},
		{"participant_groups", "channel_id", []string{"images"}},
		{"participants", "channel_id", []string{"images"}},
		{"events", "channel_id", []string{"image", "description"}},
		{"schedule_import_events", "channel_id", []string{"before_event", "after_event"}}, // undone with their pictures
		{"prerolls", "channel_id", []string{"url"}},
		{"packages", "channel_id", []string{"image", "description"}},
		{"vod_items", "channel_id", []string{"image", "preview", "description"}},
	}
}

// mentions finds every picture that a row of the channel refers to, by its stem. A
// picture is also mentioned by one of its variants.
func mentions(ctx context.Context, from bun.IDB, channelID int64, channelKey string) (map[string]bool, error) {
	// A key is a word of the blob store's alphabet after the channel's own folder.
	word := regexp.MustCompile(regexp.QuoteMeta(channelKey+"/") + `[A-Za-z0-9._-]+`)
	found := map[string]bool{}
	for _, p := range places() {
		texts, err := textsOf(ctx, from, p, channelID, channelKey)
		if err != nil {
			return nil, err
		}
		for _, t := range texts {
			for _, key := range word.FindAllString(t, -1) {
				whole := stem(key)
				found[whole] = true
				found[variantEnd.ReplaceAllString(whole, "")] = true
			}
		}
	}
	return found, nil
}

var variantEnd = regexp.MustCompile(`-\d+$`)

// stem is a key without the end that says of what kind it is.
func stem(key string) string { return strings.TrimSuffix(key, path.Ext(key)) }

// textsOf returns the columns of rows in which the channel's folder is named.
func textsOf(ctx context.Context, from bun.IDB, p place, channelID int64, channelKey string) ([]string, error) {
	// An underscore in the pattern matches too much, which does no harm.
	pattern := "%" + channelKey + "/%"
	var texts []string
	for _, column := range p.columns {
		var some []string
		err := from.NewSelect().TableExpr(p.table).ColumnExpr(column).Distinct().
			Where("? = ?", bun.Ident(p.channel), channelID).Where("? LIKE ?", bun.Ident(column), pattern).Scan(ctx, &some)
		if err != nil {
			return nil, fmt.Errorf("look for pictures in %s: %w", p.table, err)
		}
		texts = append(texts, some...)
	}
	return texts, nil
}
