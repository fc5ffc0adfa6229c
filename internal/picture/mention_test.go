package picture

import (
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// never are the columns of channels' rows that hold no reference to a picture. Whoever
// adds a column of text either lists it here or in places: what places forgets would be
// removed while it is shown.
const never = `
analytics_events: country device extras name session_uuid source subject_kind view_uuid
analytics_minutes: country device subject_kind
analytics_playbacks: subject_kind
analytics_sessions: country device device_type platform resolution user_agent uuid
analytics_views: country device session_uuid subject_kind uuid visitor
assets: kind media_key
channel_domains: domain
channel_secrets: name value
channels: channel_key colors currency language languages name tagline time_zone calendar_domain
coupons: code currency
coupon_uses: checkout
cuts: folder image journal state
checkouts: account currency customer failure_code failure_message intent key language payment_method status
clips: name status tags uuid
custom_forms: alias fields recipient submit title
device_codes: hash name place state user_code
divisions: alias name
encoder_reports: report
event_blackouts: mode places
event_categories: alias color title
event_groups: alias name
event_tombstones: name participants time_zone
event_vocabulary: word
event_words: word
events: currency embed external_id gender name participants score sort_name status stream_state time_zone type schedule_status imported_status start_local start_zone
event_scores: clock period
event_moments: kind note
feature_uses: feature
faqs: category question
favorites: kind
favorite_feeds: hash
films: folder journal source
form_submissions: alias answers digest language
identities: email provider subject
leases: player
live_rung_runs: pps sps
locations: alias city country name state time_zone
login_codes: code email key_hash
login_tickets: hash key_hash
media_runs: asc_config pps sps
menu_items: title type
orders: currency product_key status type dispute taxes
packages: alias capabilities choice currency kind name offer pass_type period type
pages: alt_name name url
participant_groups: alias city color name short_name state
participants: alias code color gender name short_name
passkeys: credential_id handle name record rp_id
passkey_challenges: data handle key_hash purpose
payment_accounts: keys name ref
payment_customers: account ref
positions: kind
prerolls: click_url event_categories kind media_hosts sponsor
provider_events: outcome ref type
push_subscriptions: auth endpoint endpoint_hash p256dh
recovery_codes: hash
remote_tokens: token_hash
refund_looks: account
reminder_letters: occasion
revisions: area
second_factors: secret
sessions: browser device key_hash place system
slides: button slidable_type title
social_logins: browser_hash email first_name last_name provider redirect state_hash subject ticket_hash
streams: publisher publisher_node sealed_key state stream_key
subscriptions: account card card_brand card_last4 currency customer interval product_name ref status hold
subscription_history: currency interval kind ref reason usual_interval
tokens: email hash payload purpose
transactions: currency paid_ref ref status
uploads: alias digest file_name problem state subject
users: email first_name language last_name password_hash phone phone_digits refused_email role
vod_categories: alias title
vod_items: access alias search sort_title title
vod_media: alias title
vod_rails: alias title
disputes: account ref intent status reason currency
trial_cards: card_hash
event_changes: known_status
phone_logins: digits
schedule_imports: file_name source
schedule_sources: mapping name
`

func TestEveryColumnThatMayNameAPictureIsLookedAt(t *testing.T) {
	known := map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(never)) {
		table, columns, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for column := range strings.FieldsSeq(columns) {
			known[table+"."+column] = true
		}
	}
	for _, p := range places() {
		for _, column := range p.columns {
			known[p.table+"."+column] = true
		}
	}
	for _, column := range textColumns(t, dbtest.SQLite(t)) {
		if !known[column] && !strings.HasPrefix(column, "pictures.") {
			t.Errorf("%s: may it name a picture?", column)
		}
		delete(known, column)
	}
	for column := range known {
		t.Errorf("%s is not there", column)
	}
}

// textColumns are those of channels and of every table whose rows belong to one.
func textColumns(t *testing.T, d *db.DB) []string {
	t.Helper()
	var columns []string
	err := d.Read().NewRaw(`SELECT m.name || '.' || p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p
		WHERE m.type = 'table' AND p.type LIKE 'TEXT%'
		AND (m.name = 'channels' OR EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'channel_id'))`).Scan(t.Context(), &columns)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(columns, "events.image") {
		t.Fatalf("found only %v", columns)
	}
	return columns
}

func TestMentions(t *testing.T) {
	d := dbtest.SQLite(t)
	channel := func(key, settings string) int64 {
		return dbtest.Insert(t, d, "UPDATE channels SET settings = ? WHERE id = ? RETURNING id", settings, dbtest.Channel(t, d, key))
	}
	one := channel("a_b", `{"logo":"a_b/logo.png","icons":{"192":"a_b/icon.png"}}`)
	other := channel("axb", `{"logo":"axb/theirs.png"}`)
	dbtest.Insert(t, d, `INSERT INTO slides (channel_id, position, slidable_type, title, body, button, url, image)
		VALUES (?, 0, 'main', '{}', '{}', '{}', '', ?) RETURNING id`, one, `{"key":"a_b/slide.jpg","widths":{"640":"a_b/half-640.jpg"}}`)
	dbtest.Insert(t, d, `INSERT INTO faqs (channel_id, position, category, question, answer)
		VALUES (?, 0, '{}', '{}', ?) RETURNING id`, one, `{"en":"see https://sport.example/media/public/a_b/far.webp?x=1"}`)
	for id, want := range map[int64][]string{
		one:   {"a_b/far", "a_b/half", "a_b/half-640", "a_b/icon", "a_b/logo", "a_b/slide"},
		other: {"axb/theirs"},
	} {
		key := map[int64]string{one: "a_b", other: "axb"}[id]
		found, err := mentions(t.Context(), d.Read(), id, key)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !found[w] {
				t.Errorf("%s does not mention %s: %v", key, w, found)
			}
		}
		for stem := range found {
			if !strings.HasPrefix(stem, key+"/") {
				t.Errorf("%s mentions %s", key, stem)
			}
		}
	}
}
