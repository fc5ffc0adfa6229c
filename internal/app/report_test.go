package app

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/report"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// office is a house with a channel in Toronto, two sports, two schools and a clock of its own.
type office struct {
	*App
	t              *testing.T
	now            *clock.Manual
	channel        int64
	derby, opening catalog.EventID
	film           vod.MediumID
	hockey         catalog.CategoryID
	ticket, pass   commerce.PackageID
	fan            int64
}

// sure fails the test that cannot go on.
func sure[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func openOffice(t *testing.T, dsn string) *office {
	t.Helper()
	ctx := t.Context()
	a := sure[*App](t)(Open(ctx, config.Config{Data: t.TempDir(), DB: dsn, Workers: 1, AnalyticsViewsDays: 400}, slog.New(slog.DiscardHandler)))
	t.Cleanup(func() { _ = a.Close() })
	o := &office{App: a, t: t, now: clock.NewManual(time.Date(2026, 3, 10, 18, 0, 0, 0, time.UTC))}
	a.Clock = o.now
	a.Analytics = sure[*analytics.Service](t)(analytics.New(analytics.Deps{
		DB: a.DB, Clock: o.now, Log: a.Log, Metrics: metrics.NewSet(), Subjects: newStreamed(a), Secret: []byte(strings.Repeat("s", 32)),
	}))
	o.channel = int64(sure[channel.ID](t)(a.Channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North", "fr": "Nord"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD",
		TimeZone: "America/Toronto", Domains: []string{"north.example"},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})))
	o.seed()
	return o
}

// seed adds a game of two schools, one of a single school in a sport below another, a film, and what is sold.
func (o *office) seed() {
	o.t.Helper()
	t, ctx, by, id := o.t, o.t.Context(), actor.ForSystem(o.channel), o.channel
	category := sure[catalog.CategoryID](t)
	o.hockey = category(o.Catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: "hockey", Title: text.Text{"en": "Hockey", "fr": "Hockey sur glace"}}))
	board := category(o.Catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: "board", Title: text.Text{"en": "Board games"}}))
	chess := category(o.Catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: "chess", Title: text.Text{"en": "Chess"}, ParentID: board}))
	var teams []catalog.ParticipantID
	for _, name := range []string{"Alpha", "Beta"} {
		school := sure[catalog.GroupID](t)(o.Catalog.CreateGroup(ctx, by, id, catalog.Group{Alias: strings.ToLower(name), Name: text.Text{"en": name}, Color: "#ff0000"}))
		teams = append(teams, sure[catalog.ParticipantID](t)(o.Catalog.CreateParticipant(ctx, by, id, catalog.Participant{
			GroupID: school, CategoryID: o.hockey, Alias: strings.ToLower(name), Name: text.Text{"en": name + " team"}, Code: strings.ToUpper(name[:2]), Color: "#ff0000",
		})))
	}
	noon := time.Date(2026, 3, 8, 16, 0, 0, 0, time.UTC)
	events := sure[[]catalog.EventID](t)(o.Catalog.CreateEvents(ctx, by, id, []catalog.Event{
		{CategoryID: o.hockey, Type: catalog.Free, Participants: teams, HomeID: teams[1], StartAt: noon, TimeZone: "America/Toronto", Currency: "CAD"},
		{CategoryID: chess, Type: catalog.Free, Name: text.Text{"en": "=Opening"}, Participants: teams[:1], StartAt: noon, TimeZone: "America/Toronto", Currency: "CAD"},
	}))
	o.derby, o.opening = events[0], events[1]
	var film int64
	err := o.DB.Write().NewRaw(`INSERT INTO films (channel_id, source, folder, journal, width, height, duration_ms, created_ms)
		VALUES (?, 's', 'f', '{}', 640, 360, 60000, 0) RETURNING id`, id).Scan(ctx, &film)
	if err != nil {
		t.Fatal(err)
	}
	sure[vod.Changes](t)(o.VOD.Replace(ctx, by, id, vod.Library{
		Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
		Items:      []vod.Item{{Alias: "film", Category: "all", Access: vod.Free, Title: text.Text{"en": "Film"}, Date: noon, Media: []vod.Medium{{Alias: "whole", FilmID: film}}}},
	}))
	o.film = sure[vod.Library](t)(o.VOD.Library(ctx, id)).Items[0].Media[0].ID
	offer := sure[commerce.PackageID](t)
	o.ticket = offer(o.Commerce.Create(ctx, by, id, commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeEvent, Name: text.Text{"en": "Single game"}, Currency: "CAD"}))
	o.pass = offer(o.Commerce.Create(ctx, by, id, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Season pass"}, Currency: "CAD", BasePrice: 7000, ServiceFee: 900,
		Capabilities: []commerce.Capability{commerce.Watch},
	}))
	o.fan = dbtest.User(t, o.DB, id, "fan@example.com")
}

// watch has a view of its own told of at a time.
func (o *office) watch(at time.Time, user int64, device string, s analytics.Subject, watched time.Duration) {
	o.t.Helper()
	o.now.Advance(at.Sub(o.now.Now()))
	by := analytics.Reporter{ChannelID: o.channel, UserID: user, Device: device, Country: "CA"}
	if err := o.Analytics.Viewing(by, analytics.View{UUID: uuid.NewString(), Subject: s, Live: true}, watched, analytics.Hints{}); err != nil {
		o.t.Fatal(err)
	}
}

// sell adds money that moved at a time.
func (o *office) sell(at time.Time, order dbtest.Order, account, currency string, paid, refunded int64) {
	o.t.Helper()
	order.ChannelID, order.UserID = o.channel, dbtest.User(o.t, o.DB, o.channel, uuid.NewString()+"@example.com")
	id := dbtest.Buy(o.t, o.DB, order)
	if _, err := o.DB.Write().NewRaw("UPDATE checkouts SET account = ? WHERE id = (SELECT checkout_id FROM orders WHERE id = ?)", account, id).Exec(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	for status, amount := range map[string]int64{"created": 1, "failed": 2, "paid": paid, "refunded": refunded} {
		dbtest.Insert(o.t, o.DB, `INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms)
			VALUES (?, ?, ?, ?, ?, 'x', ?) RETURNING id`, o.channel, id, status, amount, currency, at.UnixMilli())
	}
}

// csv is a section by something, as programs read it, without its head.
func (o *office) csv(r ReportRequest) (head string, rows []string) {
	o.t.Helper()
	r.Channel = "north"
	told := sure[*report.Report](o.t)(o.Report(o.t.Context(), r))
	var out bytes.Buffer
	if err := WriteReport(&out, told, "csv", r.NowOnly); err != nil {
		o.t.Fatal(err)
	}
	lines := sure[[][]string](o.t)(csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\uFEFF"))).ReadAll())
	for _, line := range lines {
		rows = append(rows, strings.Join(line, " | "))
	}
	return rows[0], rows[1:]
}

func (o *office) want(r ReportRequest, head string, want ...string) {
	o.t.Helper()
	gotHead, got := o.csv(r)
	if gotHead != head || !slices.Equal(got, want) {
		o.t.Errorf("%v:\n%s\n%s\nwant\n%s\n%s", r.By, gotHead, strings.Join(got, "\n"), head, strings.Join(want, "\n"))
	}
}

// week has people watch and pay around the night in which clocks go forward, on 8 March.
func (o *office) week() {
	o.t.Helper()
	at := func(day, hour, minute, second int) time.Time {
		return time.Date(2026, 3, day, hour, minute, second, 0, time.UTC)
	}
	derby, opening := analytics.Subject{Kind: analytics.Event, ID: int64(o.derby)}, analytics.Subject{Kind: analytics.Event, ID: int64(o.opening)}
	film := analytics.Subject{Kind: analytics.Medium, ID: int64(o.film)}
	clip := analytics.Subject{Kind: analytics.Clip, ID: dbtest.Insert(o.t, o.DB, `INSERT INTO clips
		(channel_id, user_id, event_id, cut_id, event_media_id, uuid, name, tags, start_ms, duration_ms, status, official, order_id, created_ms)
		VALUES (?, ?, ?, 1, 0, 'u', 'Goal', '[]', 0, 1000, 'success', FALSE, 0, 0) RETURNING id`, o.channel, o.fan, o.derby)}
	o.watch(at(8, 4, 30, 0), 0, "computer", derby, time.Minute) // still the 7th in Toronto
	o.watch(at(8, 16, 0, 0), o.fan, "phone", derby, 4*time.Minute)
	o.watch(at(8, 16, 0, 30), o.fan, "tv", derby, time.Minute)
	o.watch(at(8, 17, 0, 0), o.fan, "phone", opening, 4*time.Minute)
	o.watch(at(9, 4, 30, 0), 0, "tablet", film, 2*time.Minute) // the 9th: clocks have changed
	o.watch(at(10, 17, 59, 30), o.fan, "phone", clip, 30*time.Second)
	o.watch(at(10, 17, 59, 30), 0, "phone", analytics.Subject{Kind: analytics.Event, ID: 1 << 40}, 30*time.Second)
	o.now.Advance(30 * time.Second)
	if err := o.Analytics.Write(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	ticket := dbtest.Order{PackageID: int64(o.ticket), Type: "event", EventID: int64(o.derby)}
	o.sell(at(3, 17, 0, 0), ticket, "live", "CAD", 99, 0) // the week before
	o.sell(at(8, 4, 30, 0), ticket, "live", "CAD", 1000, 0)
	o.sell(at(8, 17, 0, 0), ticket, "live", "USD", 500, 0)
	o.sell(at(8, 17, 0, 0), dbtest.Order{PackageID: int64(o.pass)}, "live", "CAD", 7900, 7900)
	o.sell(at(10, 17, 0, 0), dbtest.Order{PackageID: int64(o.pass), Category: int64(o.hockey)}, "simulated", "CAD", 2000, 0)
}

// purses are the cells of money: Canadian, American, and Canadian that is nobody's.
func purses(cad, usd, test string) string {
	full := map[string]string{
		"": "0 | 0.00 | 0.00 | 0.00", "10": "1 | 10.00 | 0.00 | 10.00", "79-79": "1 | 79.00 | 79.00 | 0.00", "5": "1 | 5.00 | 0.00 | 5.00",
		"20": "1 | 20.00 | 0.00 | 20.00",
	}
	return full[cad] + " | " + full[usd] + " | " + full[test]
}

// A week of a channel, divided by everything there is.
func TestReport(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			o := openOffice(t, dsn(t))
			o.week()
			o.wantTimes()
			o.wantSubjects()
			o.want(ReportRequest{By: []report.By{report.ByDevice}}, "device | views | minutes_watched | viewers",
				"phone | 4 | 9.0 | 2", "tablet | 1 | 2.0 | 1", "computer | 1 | 1.0 | 1", "tv | 1 | 1.0 | 1")
			o.want(ReportRequest{By: []report.By{report.ByCountry}}, "country | views | minutes_watched | viewers", "CA | 7 | 13.0 | 4")
			o.wantNow()
			whole := sure[*report.Report](t)(o.Report(t.Context(), ReportRequest{Channel: "north"})).Whole
			live := whole.Money[report.Purse{Currency: "CAD"}]
			if whole.Views != 7 || whole.Watched != 13*time.Minute || whole.Viewers != 4 || whole.Peak != 2 || live != (report.Money{Paid: 8900, Refunded: 7900, Payments: 2, Refunds: 1}) {
				t.Errorf("the whole is %+v", whole)
			}
			o.wantNothingOfOthers()
		})
	}
}

// wantNow has players given media of a live game, a recording, a clip and a clip that was deleted since.
func (o *office) wantNow() {
	o.t.Helper()
	const head = "kind | id | name | live | viewers"
	o.want(ReportRequest{NowOnly: true}, head) // reports alone
	if _, err := o.DB.Write().NewRaw("UPDATE events SET status = 'live' WHERE id = ?", int64(o.derby)).Exec(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	for session, g := range []media.Grant{{EventID: int64(o.derby)}, {EventID: int64(o.derby)}, {EventID: int64(o.opening)}, {VODID: int64(o.film)}, {CutID: 1}, {CutID: 2}} {
		g.ChannelID, g.SessionID = o.channel, int64(session+1)
		o.mediaDelivered(g)
	}
	if err := o.Analytics.Write(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	o.want(ReportRequest{NowOnly: true}, head, fmt.Sprintf("event | %d | Alpha team @ Beta team | true | 2", o.derby), "clip | 1 | Goal | false | 1",
		"unknown |  |  | false | 1", fmt.Sprintf("event | %d | '=Opening | false | 1", o.opening), fmt.Sprintf("video | %d | Film | false | 1", o.film))
}

// All games of a channel share the package of its ticket. The report counts a ticket for its own game, also when the package was sold for
// two games.
func TestReportSeparatesGamesOfOneTicket(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			o := openOffice(t, dsn(t))
			at := time.Date(2026, 3, 8, 17, 0, 0, 0, time.UTC)
			o.sell(at, dbtest.Order{PackageID: int64(o.ticket), Type: "event", EventID: int64(o.derby)}, "live", "CAD", 1000, 0)
			o.sell(at, dbtest.Order{PackageID: int64(o.ticket), Type: "event", EventID: int64(o.opening)}, "live", "CAD", 500, 0)
			o.sell(at, dbtest.Order{PackageID: int64(o.ticket), Type: "event", EventID: int64(o.opening)}, "live", "CAD", 500, 500)
			const unwatched = "0 | 0.0 | 0 | 0 | "
			const derby, opening, both = "1 | 10.00 | 0.00 | 10.00", "2 | 10.00 | 5.00 | 5.00", "3 | 20.00 | 5.00 | 15.00"
			const money = "payments_CAD | paid_CAD | refunded_CAD | revenue_CAD"
			o.want(ReportRequest{By: []report.By{report.ByEvent}}, "kind | id | name | starts_at | "+watchedHead+money,
				fmt.Sprintf("event | %d | Alpha team @ Beta team | 2026-03-08T12:00:00-04:00 | ", o.derby)+unwatched+derby,
				fmt.Sprintf("event | %d | '=Opening | 2026-03-08T12:00:00-04:00 | ", o.opening)+unwatched+opening)
			o.want(ReportRequest{By: []report.By{report.ByOffer}}, "kind | id | name | "+money, fmt.Sprintf("package | %d | Single game | ", o.ticket)+both)
		})
	}
}

// Another channel is told nothing of all that, nor is an operator of it.
func (o *office) wantNothingOfOthers() {
	o.t.Helper()
	other := dbtest.Channel(o.t, o.DB, "south")
	told := sure[*report.Report](o.t)(o.Report(o.t.Context(), ReportRequest{Channel: "south"}))
	for _, s := range told.Sections {
		if s.By != report.ByDay && len(s.Rows) > 0 {
			o.t.Errorf("south is told %+v", s)
		}
	}
	if !told.IsEmpty() || len(told.Now) > 0 {
		o.t.Errorf("south is told %+v and %+v", told.Whole, told.Now)
	}
	by := actor.Actor{Role: actor.Operator, ChannelID: other, UserID: 1}
	if _, err := o.Commerce.Takings(o.t.Context(), by, o.channel, time.Time{}, o.now.Now(), time.Hour); fault.CodeOf(err) != "operator_required" {
		o.t.Errorf("an operator of another channel: %v", err)
	}
	if _, err := o.Clips.Those(o.t.Context(), by, o.channel, nil); fault.CodeOf(err) != "operator_required" {
		o.t.Errorf("an operator of another channel: %v", err)
	}
}

const (
	watchedHead = "views | minutes_watched | viewers | peak_viewers | "
	moneyHead   = "payments_CAD | paid_CAD | refunded_CAD | revenue_CAD | payments_USD | paid_USD | refunded_USD | revenue_USD"
	testHead    = " | payments_CAD_test | paid_CAD_test | refunded_CAD_test | revenue_CAD_test"
)

func (o *office) wantTimes() {
	o.t.Helper()
	none := "0 | 0.0 | 0 | 0 | " + purses("", "", "")
	o.want(ReportRequest{By: []report.By{report.ByDay}}, "day | "+watchedHead+moneyHead+testHead,
		"2026-03-04 | "+none, "2026-03-05 | "+none, "2026-03-06 | "+none,
		"2026-03-07 | 1 | 1.0 | 1 | 1 | "+purses("10", "", ""),
		"2026-03-08 | 3 | 9.0 | 1 | 2 | "+purses("79-79", "5", ""),
		"2026-03-09 | 1 | 2.0 | 1 | 1 | "+purses("", "", ""),
		"2026-03-10 | 2 | 1.0 | 2 | 2 | "+purses("", "", "20"))
	eighth := time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	const sold = " | 1 | 79.00 | 79.00 | 0.00 | 1 | 5.00 | 0.00 | 5.00"
	const unsold = " | 0 | 0.00 | 0.00 | 0.00 | 0 | 0.00 | 0.00 | 0.00"
	o.want(ReportRequest{By: []report.By{report.ByHour}, From: eighth, Until: eighth}, "hour | views | minutes_watched | peak_viewers | "+moneyHead,
		"2026-03-08T12:00:00-04:00 | 2 | 5.0 | 2"+unsold, "2026-03-08T13:00:00-04:00 | 1 | 4.0 | 1"+sold)
	o.want(ReportRequest{By: []report.By{report.ByMinute}, From: eighth, Until: eighth}, "minute | views | minutes_watched | peak_viewers | "+moneyHead,
		"2026-03-08T12:00:00-04:00 | 2 | 5.0 | 2"+unsold, "2026-03-08T13:00:00-04:00 | 1 | 4.0 | 1"+sold)
}

// Whoever watched two events of a sport is one viewer of it, an event of two schools counts for both, and a
// pass is of no sport unless its buyer named one.
func (o *office) wantSubjects() {
	o.t.Helper()
	ref := sure[*catalog.Reference](o.t)(o.Catalog.Reference(o.t.Context(), o.channel))
	item := sure[*vod.Item](o.t)(o.VOD.FindByMedium(o.t.Context(), o.channel, o.film))
	none := purses("", "", "")
	pass := fmt.Sprintf("package | %d | Season pass | ", o.pass)
	library, unknown := "library |  |  | 1 | 2.0 | 1 | 1 | "+none, "unknown |  |  | 1 | 0.5 | 1 | 1 | "+none
	o.want(ReportRequest{By: []report.By{report.ByEvent}}, "kind | id | name | starts_at | "+watchedHead+moneyHead+testHead,
		fmt.Sprintf("event | %d | Alpha team @ Beta team | 2026-03-08T12:00:00-04:00 | 3 | 6.0 | 2 | 2 | ", o.derby)+purses("10", "5", ""),
		fmt.Sprintf("event | %d | '=Opening | 2026-03-08T12:00:00-04:00 | 1 | 4.0 | 1 | 1 | ", o.opening)+none,
		fmt.Sprintf("video | %d | Film |  | 1 | 2.0 | 1 | 1 | ", item.ID)+none,
		"unknown |  |  |  | 1 | 0.5 | 1 | 1 | "+none, "clip | 1 | Goal |  | 1 | 0.5 | 1 | 1 | "+none,
		pass+" |  |  |  |  | "+purses("79-79", "", "20"))
	o.want(ReportRequest{By: []report.By{report.BySport}, Language: "fr"}, "kind | id | name | "+watchedHead+moneyHead+testHead,
		fmt.Sprintf("sport | %d | Hockey sur glace | 4 | 6.5 | 2 | 2 | ", o.hockey)+purses("10", "5", "20"),
		fmt.Sprintf("sport | %d | Board games | 1 | 4.0 | 1 | 1 | ", ref.CategoriesOf([]string{"board"})[0])+none,
		library, unknown, pass+" |  |  |  | "+purses("79-79", "", ""))
	schools := ref.GroupsOf([]string{"alpha", "beta"})
	o.want(ReportRequest{By: []report.By{report.BySchool}}, "kind | id | name | "+watchedHead+moneyHead+testHead,
		fmt.Sprintf("school | %d | Alpha | 5 | 10.5 | 2 | 2 | ", schools[0])+purses("10", "5", ""),
		fmt.Sprintf("school | %d | Beta | 4 | 6.5 | 2 | 2 | ", schools[1])+purses("10", "5", ""),
		library, unknown, pass+" |  |  |  | "+purses("79-79", "", "20"))
	o.want(ReportRequest{By: []report.By{report.ByOffer}}, "kind | id | name | "+moneyHead+testHead,
		pass+purses("79-79", "", "20"), fmt.Sprintf("package | %d | Single game | ", o.ticket)+purses("10", "5", ""))
}

// What cannot be told is refused in words; days in which nothing was are told as such.
func TestReportsThatCannotBeMade(t *testing.T) {
	o := openOffice(t, dbtest.SQLiteDSN(t))
	date := func(year, day int) time.Time { return time.Date(year, 3, day, 0, 0, 0, 0, time.UTC) }
	for want, r := range map[string]ReportRequest{
		`no channel "south"`: {Channel: "south"},
		"after its last":     {Channel: "north", From: date(2026, 9), Until: date(2026, 8)},
		"in the future":      {Channel: "north", From: date(2026, 11), Until: date(2026, 12)},
		"at most 1100 days":  {Channel: "north", From: date(2020, 1)},
		"at most 31 days":    {Channel: "north", From: date(2025, 9), By: []report.By{report.ByMinute}},
	} {
		if _, err := o.Report(t.Context(), r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for language, want := range map[string]string{"en": "North, March 5, 2026 (America/Toronto)\nNo one watched", "fr": "Nord, 5 mars 2026 (America/Toronto)\nPersonne n’a regardé"} {
		told := sure[*report.Report](t)(o.Report(t.Context(), ReportRequest{Channel: "north", From: date(2026, 5), Until: date(2026, 5), Language: language}))
		var out bytes.Buffer
		if err := WriteReport(&out, told, "table", false); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%q, %v", out.String(), err)
		}
	}
}
