package app

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/text"
)

const (
	lifePassword = "correct-horse-7"
	lifeMail     = "fan@example.com"
	// clipSecret is the secret of the fan's clip.
	clipSecret = "11111111-2222-4333-8444-555555555555"
	// lifeCode is the promo code by which the fan bought the ticket.
	lifeCode = "FIRST"
)

// life is a channel with a fan who has one of everything: a subscription that renews, the order
// of a ticket, a clip, a place to watch, a reminder, a favourite, a browser that is told things,
// a calendar's secret address, a login of a membership system and a TV.
type life struct {
	*cinema

	session account.Session
	model   catalog.EventID    // as others are
	game    catalog.EventID    // upcoming, paid, with a ticket; the fan bought it
	ticket  commerce.OrderID   // of the game, or of the pass that opens it
	hasPass bool               // the fan has a pass of 30 days instead of the ticket
	single  commerce.PackageID // of the ticket
	offer   commerce.PackageID // that the fan subscribed to
	clip    clip.ID
	cut     media.CutID // that the clip shows
	tv      account.Session
	browser push.SubscriptionID
	secret  string // of the calendar
}

// eachLife runs a test of a fan on both databases.
func eachLife(t *testing.T, run func(t *testing.T, l *life)) {
	t.Helper()
	t.Run(string(db.SQLite), func(t *testing.T) { run(t, openLife(t, dbtest.SQLiteDSN(t))) })
	t.Run(string(db.Postgres), func(t *testing.T) { run(t, openLife(t, dbtest.PostgresDSN(t))) })
}

// eachTimedLife runs a test of a fan on both databases, with a clock that the test sets. The fan has the ticket of the game, or a pass.
func eachTimedLife(t *testing.T, hasPass bool, run func(t *testing.T, l *life, now *clock.Manual)) {
	t.Helper()
	for engine, dsn := range map[db.Engine]func(testing.TB) string{db.SQLite: dbtest.SQLiteDSN, db.Postgres: dbtest.PostgresDSN} {
		t.Run(string(engine), func(t *testing.T) {
			now := clock.NewManual(time.Date(2026, time.September, 15, 15, 0, 0, 0, time.UTC))
			run(t, openLifeAt(t, dsn(t), now, hasPass), now)
		})
	}
}

func openLife(t *testing.T, database string) *life {
	t.Helper()
	return openLifeAt(t, database, clock.System{}, false)
}

func openLifeAt(t *testing.T, database string, c clock.Clock, hasPass bool) *life {
	t.Helper()
	a := &App{
		Config: config.Config{Data: t.TempDir(), DB: database, Listen: "127.0.0.1:9", Demo: true}, Log: slog.New(slog.DiscardHandler),
		Clock: c, Metrics: metrics.NewSet(),
	}
	t.Cleanup(func() { _ = a.Close() })
	if err := a.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	id, err := a.Channels.Create(t.Context(), actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD", TimeZone: "UTC",
		Domains: []string{"north.example", "second.example"},
		Colors:  channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &life{cinema: &cinema{App: a, t: t, channel: int64(id)}, hasPass: hasPass}
	l.session = l.cinema.fan()
	l.exec("UPDATE users SET email_verified = TRUE WHERE id = ?", l.session.UserID)
	l.model, _ = spoiledGames(t, l.App, l.channel)
	l.game = l.addGame()
	l.buy()
	l.follow()
	return l
}

func (l *life) exec(statement string, values ...any) {
	l.t.Helper()
	if _, err := l.DB.Write().NewRaw(statement, values...).Exec(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

func (l *life) number(query string, values ...any) (n int64) {
	l.t.Helper()
	if err := l.DB.Read().NewRaw(query, values...).Scan(l.t.Context(), &n); err != nil {
		l.t.Fatal(err)
	}
	return n
}

func (l *life) system() actor.Actor { return actor.ForSystem(l.channel) }

// addGame puts a game on that begins in 30 hours.
func (l *life) addGame() catalog.EventID {
	l.t.Helper()
	ctx := l.t.Context()
	found, err := l.Catalog.KnownEvent(ctx, l.channel, l.model)
	if err != nil {
		l.t.Fatal(err)
	}
	ids, err := l.Catalog.CreateEvents(ctx, l.system(), l.channel, []catalog.Event{{
		CategoryID: found.CategoryID, Type: catalog.Free, Participants: found.Participants, HomeID: found.Participants[1],
		StartAt: l.Clock.Now().Add(30 * time.Hour), TimeZone: "UTC", Currency: "CAD", Status: catalog.Upcoming,
	}})
	if err != nil {
		l.t.Fatal(err)
	}
	return ids[0]
}

// bump makes the caches of the channel read their data again.
func (l *life) bump() {
	l.t.Helper()
	l.exec("UPDATE revisions SET revision = revision + 1 WHERE channel_id = ?", l.channel)
	if now, ok := l.Clock.(*clock.Manual); ok {
		now.Advance(time.Second) // revisions are asked for once in a while
	}
}

// sellTicket has a game need a ticket.
func (l *life) sellTicket(game catalog.EventID) commerce.Item {
	l.t.Helper()
	l.exec("UPDATE events SET type = 'paid', base_price = 500, single_event_package_id = ? WHERE id = ?", l.single, game)
	l.bump()
	return commerce.Item{EventID: int64(game), SingleEventPackageID: l.single}
}

// buy has the fan subscribe, and buy a ticket.
func (l *life) buy() {
	l.t.Helper()
	ctx, fan := l.t.Context(), int64(l.session.UserID)
	var err error
	l.offer, err = l.Commerce.Create(ctx, l.system(), l.channel, commerce.Package{
		Kind: commerce.KindSubscription, Type: commerce.TypeMonthly, Name: text.Text{"en": "All games", "fr": "Tous les matchs"}, Period: "month", Currency: "CAD",
		BasePrice: 1000, Capabilities: []commerce.Capability{commerce.Watch, commerce.Clipping},
	})
	if err != nil {
		l.t.Fatal(err)
	}
	bought, err := l.Till.Buy(ctx, commerce.Purchase{
		ChannelID: l.channel, Buyer: commerce.Buyer{UserID: fan, Viewer: commerce.Viewer{LoggedIn: true}}, Language: "en",
		Items: []commerce.Item{{SubscriptionID: l.offer}}, PaymentMethod: "pm_card_visa",
	})
	if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
		l.t.Fatalf("bought %+v, %v", bought, err)
	}
	pass, err := l.Commerce.Create(ctx, l.system(), l.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeEvent, Name: text.Text{"en": "Ticket"}, Currency: "CAD", Capabilities: []commerce.Capability{commerce.Watch},
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.single = pass
	l.sellTicket(l.game)
	if err := l.Commerce.CreateCoupon(ctx, l.system(), l.channel, commerce.Coupon{Code: lifeCode, AmountOff: 100, Currency: "CAD", PerUser: 1}); err != nil {
		l.t.Fatal(err)
	}
	if l.hasPass {
		l.ticket = l.buyPass(lifeCode)
	} else {
		l.ticket = l.buyTicket(lifeCode)
	}
}

// buyTicket has the fan buy the ticket of the game.
func (l *life) buyTicket(code string) commerce.OrderID {
	l.t.Helper()
	return l.buyItem(commerce.Item{EventID: int64(l.game), SingleEventPackageID: l.single}, code)
}

// buyPass has the fan buy a pass of 30 days that opens the game.
func (l *life) buyPass(code string) commerce.OrderID {
	l.t.Helper()
	pass, err := l.Commerce.Create(l.t.Context(), l.system(), l.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeMonth, Name: text.Text{"en": "Month"}, Currency: "CAD", BasePrice: 2000, Capabilities: []commerce.Capability{commerce.Watch},
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return l.buyItem(commerce.Item{PackageID: pass}, code)
}

func (l *life) buyItem(item commerce.Item, code string) commerce.OrderID {
	l.t.Helper()
	bought, err := l.Till.Buy(l.t.Context(), commerce.Purchase{
		ChannelID: l.channel, Buyer: commerce.Buyer{UserID: int64(l.session.UserID), Viewer: commerce.Viewer{LoggedIn: true}}, Language: "en",
		Items: []commerce.Item{item}, Coupon: code, PaymentMethod: "pm_card_visa",
	})
	if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
		l.t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought.Orders[0].ID
}

// follow has the fan have all the rest.
func (l *life) follow() {
	l.t.Helper()
	ctx, by := l.t.Context(), l.session.Actor()
	check := func(err error) {
		l.t.Helper()
		if err != nil {
			l.t.Fatal(err)
		}
	}
	check(l.Reminders.Remind(ctx, by, int64(l.game)))
	_, err := l.Favourites.Add(ctx, by, favourite.Subject{Kind: favourite.Event, ID: int64(l.game)})
	check(err)
	l.secret, _, err = l.Favourites.OpenCalendar(ctx, by)
	check(err)
	l.countScreens(1)
	check(l.Leases.Acquire(ctx, l.wish()))
	l.browser, err = l.Push.Subscribe(ctx, by, aBrowser(l.t))
	check(err)
	check(l.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(`INSERT INTO cuts (channel_id, event_id, stream_id, from_ms, length_ms, first_sequence, state, folder, journal, image, width, height, created_ms, updated_ms)
			VALUES (?, ?, 1, 0, 2000, 0, 'success', 'cut', '', '', 0, 0, 0, 0) RETURNING id`, l.channel, int64(l.game)).Scan(ctx, &l.cut)
		if err != nil {
			return err
		}
		return tx.NewRaw(`INSERT INTO clips (channel_id, user_id, event_id, cut_id, event_media_id, uuid, name, tags, start_ms, duration_ms, status, official, order_id, created_ms)
			VALUES (?, ?, ?, ?, 0, ?, 'Goal', '["goal"]', 0, 2000, 'success', FALSE, ?, 0) RETURNING id`,
			l.channel, l.session.UserID, int64(l.game), l.cut, clipSecret, l.ticket).Scan(ctx, &l.clip)
	}))
	l.exec("INSERT INTO identities (channel_id, user_id, provider, subject, email, created_ms) VALUES (?, ?, 'remote', 'member-7', '', 0)", l.channel, l.session.UserID)
	l.tv = l.letIn()
}

// letIn lets a TV in by its code.
func (l *life) letIn() account.Session {
	l.t.Helper()
	ctx := l.t.Context()
	_, visitor, err := l.Accounts.OpenSession(ctx, l.channel)
	if err != nil {
		l.t.Fatal(err)
	}
	code, err := l.Accounts.RequestDeviceCode(ctx, visitor, account.DeviceRequest{Name: "TV"})
	if err != nil {
		l.t.Fatal(err)
	}
	if _, err := l.Accounts.LinkDevice(ctx, l.session.Actor(), code.UserCode, "en", netip.Addr{}); err != nil {
		l.t.Fatal(err)
	}
	poll, err := l.Accounts.PollDevice(ctx, visitor, code.Secret)
	if err != nil {
		l.t.Fatal(err)
	}
	tv, err := l.Accounts.FindSession(ctx, poll.Key)
	if err != nil {
		l.t.Fatal(err)
	}
	return tv
}

// wish is for a place to watch the game.
func (l *life) wish() lease.Request {
	return lease.Request{
		ChannelID: l.channel, UserID: int64(l.session.UserID), SessionID: l.session.ID, Subject: lease.Subject{EventID: int64(l.game)},
		Player: "couch-player", Slots: 1,
	}
}

func aBrowser(t *testing.T) push.Subscription {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return push.Subscription{Endpoint: "https://push.example/fan", P256dh: encode(key.PublicKey().Bytes()), Auth: encode(make([]byte, 16))}
}

// logIn logs the fan in again, and has their player take its place again.
func (l *life) logIn() {
	l.t.Helper()
	_, visitor, err := l.Accounts.OpenSession(l.t.Context(), l.channel)
	if err != nil {
		l.t.Fatal(err)
	}
	key, _, err := l.Accounts.Login(l.t.Context(), visitor, lifeMail, lifePassword, netip.Addr{})
	if err != nil {
		l.t.Fatal(err)
	}
	if l.session, err = l.Accounts.FindSession(l.t.Context(), key); err != nil {
		l.t.Fatal(err)
	}
	l.takePlace()
}

// takePlace has the fan's player take its place to watch again.
func (l *life) takePlace() {
	l.t.Helper()
	wish := l.wish()
	wish.ReplaceOldest = true
	if err := l.Leases.Acquire(l.t.Context(), wish); err != nil {
		l.t.Fatal(err)
	}
}

// jobs are the arguments of the jobs of a kind that wait.
func (l *life) jobs(kind string) (args []string) {
	l.t.Helper()
	if err := l.DB.Read().NewRaw("SELECT args FROM river_job WHERE kind = ? AND state IN ('available', 'scheduled') ORDER BY id", kind).Scan(l.t.Context(), &args); err != nil {
		l.t.Fatal(err)
	}
	return args
}

// letters are those that wait to be sent to an address.
func (l *life) letters(to string) (list []mail.Letter) {
	l.t.Helper()
	for _, text := range l.jobs("mail.send_sealed") {
		if one := l.readQueued(l.t, text); one.To == to {
			list = append(list, one)
		}
	}
	return list
}

// link reads the link of the latest letter that leads to a page.
func (l *life) link(to, path string) account.Link {
	l.t.Helper()
	for _, one := range slices.Backward(l.letters(to)) {
		_, after, found := strings.Cut(one.Text, path+"?")
		if !found {
			continue
		}
		values, err := url.ParseQuery(strings.Fields(after)[0])
		expires, wrong := strconv.ParseInt(values.Get("expires"), 10, 64)
		if err != nil || wrong != nil {
			l.t.Fatalf("the link %q", after)
		}
		return account.Link{Email: values.Get("email"), Expires: expires, Signature: values.Get("signature")}
	}
	l.t.Fatalf("no letter leads to %s", path)
	return account.Link{}
}

// applyHolds does the job that the deletion of an account asks for.
func (l *life) applyHolds() {
	l.t.Helper()
	if n := len(l.jobs(applyHoldsArgs{}.Kind())); n != 1 {
		l.t.Fatalf("%d jobs", n)
	}
	if again, err := l.Till.ApplyHolds(l.t.Context(), l.channel, int64(l.session.UserID)); again != 0 || err != nil {
		l.t.Fatalf("again in %s, %v", again, err)
	}
}

// leave deletes the account by the mailed link.
func (l *life) leave() account.Deletion {
	l.t.Helper()
	if _, err := l.Accounts.AskDeletion(l.t.Context(), l.session, lifePassword, "en", netip.Addr{}); err != nil {
		l.t.Fatal(err)
	}
	done, err := l.Accounts.ConfirmDeletion(l.t.Context(), l.channel, l.link(lifeMail, "/confirm-account-deletion"))
	if err != nil {
		l.t.Fatal(err)
	}
	return done
}
