//go:build e2e

package e2e

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// Everything that others do for us is away at once: S3 does not answer, nobody takes letters, and the payment provider is
// gone. The game goes on, people register without waiting for a letter, whoever buys is told that it cannot be done now;
// and when all is back the recording is whole, every letter arrives once, and nobody was charged for nothing.
func TestFaultServicesAway(t *testing.T) {
	t.Parallel()
	bucket, keys, outage := blobtest.Bucket(t)
	post, err := stage.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	a := openArena(t, till.Options{Env: append(keys,
		reconnectWithin(reconnect), patientStore(), "GRANDSTAND_BLOB="+bucket,
		"GRANDSTAND_SMTP=smtp://"+post+"?tls=none", "GRANDSTAND_MAIL_FROM=tickets@example.com",
	)})
	if _, err := a.buyer.Buy(within(t, patience), a.buyer.Product(0), till.CardGood, ""); err != nil {
		t.Fatal(err)
	}
	newcomer, err := a.Register(within(t, patience), "newcomer")
	if err != nil {
		t.Fatal(err)
	}
	position := a.Server.Log.Len()
	outage.Hang()
	a.Simulator.Kill()
	// The game grows only while its segments have room in memory, so this comes before the slow calls.
	length := mustPlaylist(t, a.fan, a.media).Duration()
	waitPlaylist(t, a.fan, a.media, "grows", func(p *stage.Playlist) bool { return p.Duration() >= length+4*time.Second })
	late := a.comes(t, "late@example.com")
	if _, err := newcomer.Buy(within(t, patience), newcomer.Product(1), till.CardGood, ""); !later(t, "buying", err) {
		t.Error("something is bought of a provider that is gone")
	}
	// The provider knows this one, and may have heard: nobody can say yet.
	unclear, err := a.buyer.Buy(within(t, patience), a.buyer.Product(1), till.CardGood, "")
	if err != nil || unclear.Order.Status != "created" {
		t.Errorf("bought %+v, %v", unclear, err)
	}
	if err := a.buyer.Get(within(t, patience), "/api/stripe/list-cards", nil, &[]struct{}{}); !later(t, "listing cards", err) {
		t.Error("cards are listed by a provider that is gone")
	}
	a.playable(t)
	if _, err := a.Server.Log.WaitLine(within(t, patience), position, "the media store does not take a segment"); err != nil {
		t.Fatal(err)
	}
	outage.End()
	if err := a.Simulator.Restart(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	box := openBox(t, post)
	list := a.worksAgain(t, a.buyer.Product(1))
	if list.Discontinuities() != 0 || list.Segments[0].Sequence != 0 {
		t.Errorf("the recording has gaps:\n%s", list.Text)
	}
	a.lettersArriveOnce(t, box, "buyer@example.com", "newcomer@example.com", late)
}

// comes has somebody register, and returns their address.
func (a *arena) comes(t *testing.T, email string) string {
	t.Helper()
	c := stage.NewClient(a.Server.URL, till.Channel)
	if err := errors.Join(c.Open(within(t, patience)), c.Register(within(t, patience), email, "a-day-without-services-3")); err != nil {
		t.Fatal(err)
	}
	return email
}

// lettersArriveOnce lets the time pass until letters are tried again, and waits until none is left.
func (a *arena) lettersArriveOnce(t *testing.T, box *box, people ...string) {
	t.Helper()
	d, err := db.Open(t.Context(), a.database, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = stage.Until(within(t, patience), "all letters are sent", func() (bool, error) {
		_, err := d.Write().NewRaw(`UPDATE river_job SET scheduled_at = created_at WHERE state IN ('scheduled', 'retryable') AND kind = 'mail.send_sealed'`).Exec(t.Context())
		if err != nil {
			return false, err
		}
		var waiting int
		err = d.Read().NewRaw(`SELECT count(*) FROM river_job WHERE kind = 'mail.send_sealed' AND state <> 'completed'`).Scan(t.Context(), &waiting)
		return waiting == 0, err
	})
	if err != nil {
		t.Fatal(err)
	}
	box.mu.Lock()
	defer box.mu.Unlock()
	for id, count := range box.letters {
		if count != 1 {
			t.Errorf("letter %s arrived %d times", id, count)
		}
	}
	for _, person := range people {
		if !box.people[person] {
			t.Errorf("%s was sent nothing; letters went to %v", person, box.people)
		}
	}
}

// box is a mail server.
type box struct {
	mu      sync.Mutex
	letters map[string]int // how often each arrived, by Message-ID
	people  map[string]bool
}

// openBox runs a mail server at an address.
func openBox(t *testing.T, address string) *box {
	t.Helper()
	b := &box{letters: map[string]int{}, people: map[string]bool{}}
	server := smtp.NewServer(b)
	server.Domain = "localhost"
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		served.Wait()
	})
	return b
}

// NewSession is part of smtp.Backend.
func (b *box) NewSession(*smtp.Conn) (smtp.Session, error) { return &delivery{box: b}, nil }

// delivery is one connection to a box.
type delivery struct {
	box *box
	to  []string
}

func (d *delivery) Reset()                               { d.to = nil }
func (d *delivery) Logout() error                        { return nil }
func (d *delivery) Mail(string, *smtp.MailOptions) error { return nil }

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.to = append(d.to, to)
	return nil
}

func (d *delivery) Data(r io.Reader) error {
	letter, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	d.box.mu.Lock()
	defer d.box.mu.Unlock()
	d.box.letters[letter.Header.Get("Message-ID")]++
	for _, to := range d.to {
		d.box.people[to] = true
	}
	return nil
}
