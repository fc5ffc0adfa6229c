//go:build e2e

package e2e

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// TestRestoreDrill is what an operator does on the day that the machine is lost: a backup was made while a game was on,
// the server is gone, and another one starts from the backup alone. Who was logged in still is, what was bought opens
// what it opened, and the game plays up to the moment of the backup.
func TestRestoreDrill(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, engine db.Engine) {
		t.Parallel()
		s := openCopy(t, engine)
		d := s.prepareDrill(t)
		if engine == db.Postgres {
			executeSQL(t, s.dsn, "CREATE EXTENSION pg_stat_statements") // as hosts of databases do
		}
		folder := filepath.Join(t.TempDir(), "backup")
		said, err := s.server.Run(within(t, 2*patience), "backup", folder)
		if err != nil || !strings.Contains(said, string(engine)+" of ") {
			t.Fatalf("it says %q: %v", said, err)
		}
		after := waitPlaylist(t, d.fan, d.media, "goes on", func(p *stage.Playlist) bool { return p.Duration() >= d.before.Duration()+4*time.Second })
		s.server.Kill()
		d.publisher.Drop()
		restored := stage.Config{Dir: filepath.Join(t.TempDir(), "restored")}
		if engine == db.Postgres {
			restored.DB = ownedByOrdinaryUser(t, dbtest.EmptyPostgresDSN(t))
		}
		d.goesOnFrom(t, folder, after, restored)
	})
}

// ownedByOrdinaryUser gives a database to a new user without other rights, as hosts of databases do, and returns the address for
// this user.
func ownedByOrdinaryUser(t *testing.T, dsn string) string {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	database := strings.TrimPrefix(address.Path, "/")
	owner := "owner_of_" + database
	executeSQL(t, dsn, "CREATE ROLE "+owner+" LOGIN", "ALTER DATABASE "+database+" OWNER TO "+owner, "CREATE EXTENSION pg_stat_statements")
	address.User = url.User(owner)
	return address.String()
}

// executeSQL executes statements as the administrator of the database server.
func executeSQL(t *testing.T, dsn string, statements ...string) {
	t.Helper()
	admin, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close() }()
	for _, statement := range statements {
		if _, err := admin.ExecContext(within(t, patience), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// drill is what was there before the machine was lost.
type drill struct {
	publisher       *stage.Publisher
	fan, subscriber *stage.Client // with the api keys that they got then
	event, sold     stage.Event   // the game that is on; one that only a purchase opens
	media           string        // where the game's media playlist was
	before          *stage.Playlist
	buyer           *stage.Client
	order           int64 // paid by the buyer
}

func (s *scene) prepareDrill(t *testing.T) drill {
	t.Helper()
	d := drill{event: s.take(t, "free"), fan: s.visitor(t), subscriber: s.visitor(t)}
	if err := d.fan.Register(within(t, patience), "robin.drill@example.com", "a-drill-of-restoring-5"); err != nil {
		t.Fatal(err)
	}
	if err := d.subscriber.Login(within(t, patience), "subscriber@example.com", password); err != nil {
		t.Fatal(err)
	}
	d.sold = s.boughtEvent(t, d.fan, d.subscriber)
	d.buyer, d.order = s.buys(t)
	d.publisher = s.publish(t, d.event.ID, stage.Plain())
	_, d.media = mediaPlaylist(t, d.fan, s.waitLive(t, d.fan, d.event.ID).Playable(stage.MediaLive))
	d.before = waitPlaylist(t, d.fan, d.media, "has 10 s", func(p *stage.Playlist) bool { return p.Duration() >= 10*time.Second })
	s.waitStored(t, d.event.ID, d.before)
	return d
}

// buys has a new user buy a pass of the demo.
func (s *scene) buys(t *testing.T) (buyer *stage.Client, order int64) {
	t.Helper()
	buyer = s.visitor(t)
	if err := buyer.Register(within(t, patience), "kim.drill@example.com", "a-drill-of-restoring-6"); err != nil {
		t.Fatal(err)
	}
	type offer struct {
		ID       int64  `json:"id"`
		PassType string `json:"pass_type"`
		Choice   string `json:"choice"`
		Renewal  bool   `json:"renewal"`
	}
	var offers []offer
	if err := buyer.Get(within(t, patience), "/api/packages", nil, &offers); err != nil {
		t.Fatal(err)
	}
	pass := slices.IndexFunc(offers, func(o offer) bool { return o.PassType == "" && o.Choice == "" && !o.Renewal })
	if pass < 0 {
		t.Fatalf("no pass among %+v", offers)
	}
	var bought till.Bought
	err := buyer.Post(within(t, patience), "/api/stripe/buy", map[string]any{"package_id": offers[pass].ID, "payment_method": till.CardGood}, &bought)
	if err != nil || bought.Order.Status != "paid" {
		t.Fatalf("bought %+v: %v", bought, err)
	}
	return buyer, bought.Order.ID
}

// boughtEvent finds an event that the subscriber's pass opens and that stays shut for somebody without one.
func (s *scene) boughtEvent(t *testing.T, fan, subscriber *stage.Client) stage.Event {
	t.Helper()
	list, err := subscriber.Events(within(t, patience), url.Values{"limit": {"100"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		open, err := subscriber.Event(within(t, patience), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		shut, err := fan.Event(within(t, patience), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if open.Access.Granted && !shut.Access.Granted {
			return e
		}
	}
	t.Fatal("the subscriber's pass opens nothing")
	return stage.Event{}
}

// goesOnFrom restores the backup into an installation that is not there yet, starts a server on it, and looks whether
// everything is there.
func (d drill) goesOnFrom(t *testing.T, folder string, after *stage.Playlist, c stage.Config) {
	t.Helper()
	c.Env = []string{reconnectWithin(shortReconnect)}
	if said, err := stage.Run(within(t, patience), c, "restore", "--check", folder); err != nil || !strings.Contains(said, "is complete") {
		t.Fatalf("the check says %q: %v", said, err)
	}
	if said, err := stage.Run(within(t, patience), c, "restore", folder); err != nil || !strings.Contains(said, "is restored") {
		t.Fatalf("restoring says %q: %v", said, err)
	}
	server, err := stage.Start(within(t, 2*patience), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the restored server's log ends with:\n%s", server.Log.Tail(60))
		}
	})
	for _, c := range []*stage.Client{d.fan, d.subscriber, d.buyer} {
		c.Base = server.URL
	}
	d.knowsItsUsers(t, server)
	d.playsTheGame(t, server, after)
	if _, err := stage.Run(within(t, patience), c, "restore", folder); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("it is restored over what is there: %v", err)
	}
}

func (d drill) knowsItsUsers(t *testing.T, server *stage.Server) {
	t.Helper()
	var me struct {
		Email string `json:"email"`
	}
	if err := d.fan.Get(within(t, patience), "/api/profile", nil, &me); err != nil || me.Email != "robin.drill@example.com" {
		t.Errorf("the api key opens %q: %v", me.Email, err)
	}
	again := stage.NewClient(server.URL, channel)
	if err := again.Open(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	if err := again.Login(within(t, patience), "robin.drill@example.com", "a-drill-of-restoring-5"); err != nil {
		t.Errorf("the password does not open it: %v", err)
	}
	var order till.Sold
	if err := d.buyer.Get(within(t, patience), fmt.Sprintf("/api/orders/%d", d.order), nil, &order); err != nil || order.Status != "paid" {
		t.Errorf("the order is %+v: %v", order, err)
	}
	for who, granted := range map[*stage.Client]bool{d.subscriber: true, d.fan: false} {
		if e, err := who.Event(within(t, patience), d.sold.ID); err != nil || e.Access.Granted != granted {
			t.Errorf("access to what is sold: %v, want %v: %v", e.Access.Granted, granted, err)
		}
	}
}

// playsTheGame waits until the game whose encoder never came back is over, and plays it: from its first segment to at
// least what was there before the backup, and to nothing that came after the machine was lost.
func (d drill) playsTheGame(t *testing.T, server *stage.Server, after *stage.Playlist) {
	t.Helper()
	s := &scene{server: server}
	_, whole := s.playsWhenOver(t, d.fan, d.event.ID)
	has := func(list *stage.Playlist, s stage.Segment) bool {
		return slices.ContainsFunc(list.Segments, func(other stage.Segment) bool { return other.URI == s.URI && other.Duration == s.Duration })
	}
	for _, segment := range d.before.Segments {
		if !has(whole, segment) {
			t.Errorf("segment %s is lost:\n%s", segment.URI, whole.Text)
		}
	}
	for _, segment := range whole.Segments {
		if !has(after, segment) {
			t.Errorf("segment %s came from nowhere: there was\n%s", segment.URI, after.Text)
		}
	}
}
