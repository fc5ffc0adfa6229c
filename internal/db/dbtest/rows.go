package dbtest

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db"
)

// Rows that nearly every domain needs under its own: a domain's tests may not ask the
// domains that these belong to.

// Insert runs a statement that returns the id of one row.
func Insert(tb testing.TB, d *db.DB, query string, args ...any) (id int64) {
	tb.Helper()
	if err := d.Write().NewRaw(query, args...).Scan(tb.Context(), &id); err != nil {
		tb.Fatal(err)
	}
	return id
}

// Channel adds a channel without anything.
func Channel(tb testing.TB, d *db.DB, key string) (id int64) {
	tb.Helper()
	return Insert(tb, d, `INSERT INTO channels (channel_key, name, tagline, language, languages, currency, time_zone, settings, colors, created_ms, updated_ms)
		VALUES (?, '{}', '{}', 'en', '["en"]', 'CAD', 'UTC', '{}', '{}', 0, 0) RETURNING id`, key)
}

// User adds a user of a channel whose mailbox is known to be theirs.
func User(tb testing.TB, d *db.DB, channelID int64, email string) (id int64) {
	tb.Helper()
	return Insert(tb, d, `INSERT INTO users (channel_id, email, first_name, last_name, phone, phone_digits, password_hash, role, temporary_password,
		mailing_consent, trial_period_used, email_verified, is_geo_blocked, clips_count, downloads_count, created_ms, updated_ms)
		VALUES (?, ?, '', '', '', '', '', 'user', FALSE, FALSE, FALSE, TRUE, FALSE, 0, 0, 0, 0) RETURNING id`, channelID, email)
}

// Category adds a sport to a channel.
func Category(tb testing.TB, d *db.DB, channelID int64, alias string) (id int64) {
	tb.Helper()
	return Insert(tb, d, `INSERT INTO event_categories (channel_id, position, alias, title, image, color)
		VALUES (?, 0, ?, '{}', '', '') RETURNING id`, channelID, alias)
}
