//go:build e2e

package e2e

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// nodes are two servers of one installation, the demo's channel on them, and a proxy that prefers the first.
type nodes struct {
	*scene // of the first

	second *scene
	front  string // the proxy's URL
}

// openNodes starts two servers on one PostgreSQL and one S3, with the prepared demo on them.
func openNodes(t *testing.T) *nodes {
	t.Helper()
	d := restoreDemo(t, dbtest.EmptyPostgresDSN(t))
	bucket, keys, _ := blobtest.Bucket(t, filepath.Join(d.dir, "media"))
	secret, err := os.ReadFile(filepath.Join(d.dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	env := slices.Concat(socialEnv(t), keys, []string{
		"GRANDSTAND_BLOB=" + bucket, "GRANDSTAND_SECRET=" + string(secret), reconnectWithin(reconnect), patientStore(),
		"GRANDSTAND_RECAPTCHA_URL=" + captchaProvider(t), guardedVariable + "=" + guardedSecret,
	})
	n := &nodes{scene: serve(t, d.dsn, env), second: serve(t, d.dsn, env)}
	proxy := stage.Balance(n.server.URL, n.second.server.URL)
	t.Cleanup(proxy.Close)
	n.front = proxy.URL
	return n
}

// serve starts one node.
func serve(t *testing.T, dsn string, env []string) *scene {
	t.Helper()
	d := demo{dir: t.TempDir(), dsn: dsn}
	server, err := stage.Start(within(t, 2*patience), stage.Config{Dir: d.dir, DB: dsn, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("a node's log ends with:\n%s", server.Log.Tail(40))
		}
	})
	return newScene(server, d)
}

// at is the same client at another address.
func at(c *stage.Client, base string) *stage.Client {
	other := *c
	other.Base = base
	return &other
}

// A node is killed, or stopped in order, while it takes a game. Who watches goes on with what is stored, the encoder
// connects to the other node, and the game goes on there: for those who watch at either, and in one recording. What was
// asked of the lost node is done, and once it is back nothing is there twice.
func TestFaultNodeLostDuringAGame(t *testing.T) {
	t.Parallel()
	openNodes(t).losesBoth(t)
}

// losesBoth kills the first node during a game, and stops the second during another.
func (n *nodes) losesBoth(t *testing.T) {
	t.Helper()
	n.losesNode(t, n.scene, n.second, func() { n.server.Kill() })
	n.losesNode(t, n.second, n.scene, func() {
		if err := n.second.server.Stop(); err != nil {
			t.Error(err)
		}
	})
}

// losesNode plays a game whose first node is lost.
func (n *nodes) losesNode(t *testing.T, first, other *scene, lose func()) {
	t.Helper()
	event := n.take(t, "free").ID
	fan, staff := at(first.visitor(t), n.front), first.staff(t)
	encoder := encode(t, first.address(t, event), other.address(t, event))
	_, media := mediaPlaylist(t, fan, first.waitLive(t, fan, event).Playable(stage.MediaLive))
	there := at(fan, other.server.URL)
	waitPlaylist(t, there, media, "has 8 s at the other node", func(p *stage.Playlist) bool { return p.Duration() >= 8*time.Second })
	made := staff.clip(t, event, time.Second, 3*time.Second)
	before := mustPlaylist(t, there, media)

	lose()
	begin := time.Now()
	playsAll(t, fan, media, before)
	back := waitPlaylist(t, fan, media, "goes on at the other node", func(p *stage.Playlist) bool {
		return p.Discontinuities() == 1 && p.Duration() >= before.Duration()+4*time.Second
	})
	t.Logf("live again after %s", time.Since(begin).Round(100*time.Millisecond))
	clipper{at(staff.Client, n.front)}.waitClip(t, made.ID)
	t.Logf("what the lost node was asked for is done after %s", time.Since(begin).Round(100*time.Millisecond))
	across := clipper{at(staff.Client, other.server.URL)}.clip(t, event, before.Duration()-2*time.Second, 4*time.Second)

	if err := first.server.Restart(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	waitPlaylist(t, at(fan, first.server.URL), media, "goes on at the node that is back", func(p *stage.Playlist) bool {
		return p.Discontinuities() == 1 && p.Duration() >= back.Duration()+4*time.Second
	})
	clipper{at(staff.Client, n.front)}.waitClip(t, across.ID)
	clipper{at(staff.Client, n.front)}.countPictures(t, across, 4*framesASecond)
	if _, err := at(staff.Client, first.server.URL).Event(within(t, patience), event); err != nil {
		t.Errorf("the session of before: %v", err)
	}
	live := mustPlaylist(t, there, media)
	encoder.End()
	endsOnce(t, other, there, event, live)
}

// encode starts an encoder that tries some addresses in turn, and ends it with the test.
func encode(t *testing.T, addresses ...string) *stage.Encoder {
	t.Helper()
	e, err := stage.Encode(within(t, patience), stage.Small(), addresses...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.End)
	return e
}

// endsOnce ends an event that an encoder has left, and compares its recording with what was live: all of it is there,
// with one break, and nothing twice.
func endsOnce(t *testing.T, s *scene, fan *stage.Client, event int64, live *stage.Playlist) {
	t.Helper()
	_, whole := s.recordingPlays(t, fan, event)
	if gone := lost(live, whole); gone > 0 || whole.Discontinuities() != 1 {
		t.Errorf("%d segments are lost, %d breaks: was\n%s\nis\n%s", gone, whole.Discontinuities(), live.Text, whole.Text)
	}
	seen := map[string]bool{}
	for _, s := range whole.Segments {
		if seen[s.URI] {
			t.Errorf("%s is there twice", s.URI)
		}
		seen[s.URI] = true
	}
}

// playsAll fetches every segment of a list, which still has what it had.
func playsAll(t *testing.T, c *stage.Client, media string, before *stage.Playlist) {
	t.Helper()
	now := mustPlaylist(t, c, media)
	if gone := lost(before, now); gone > 0 {
		t.Errorf("%d segments are gone: had\n%s\nhas\n%s", gone, before.Text, now.Text)
	}
	for _, s := range now.Segments {
		address, err := c.Resolve(media, s.URI)
		if err == nil {
			_, err = c.Fetch(within(t, patience), address)
		}
		if err != nil {
			t.Errorf("%s: %v", s.URI, err)
		}
	}
}

// A node is killed after the provider has charged and before the buyer is told. The other one finds out by itself, and the
// buyer has what was paid, once.
func TestFaultNodeLostDuringAPurchase(t *testing.T) {
	t.Parallel()
	dsn := dbtest.PostgresDSN(t)
	shop := openTill(t, dsn, tillPasses)
	secret, err := os.ReadFile(filepath.Join(shop.Dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	other := serve(t, dsn, []string{"GRANDSTAND_SECRET=" + string(secret), "GRANDSTAND_STRIPE_URL=" + shop.Wire.URL})
	buyer, err := shop.Register(within(t, patience), "robin")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(within(t, patience))
	defer cancel()
	shop.Wire.Cut(till.Seam{Method: http.MethodPost, Path: "/v1/payment_intents", At: till.Done}, func() {
		shop.Server.Kill()
		cancel()
	})
	if _, err := buyer.Buy(ctx, buyer.Product(0), till.CardGood, ""); err == nil {
		t.Fatal("the buyer has an answer of a node that was killed")
	}
	shop.Wire.Mend()
	begin, there := time.Now(), at(buyer.Client, other.server.URL)
	err = stage.Until(within(t, patience), "the other node knows of the payment", func() (bool, error) {
		sales, err := shop.Sales(t.Context())
		return err == nil && len(sales.Orders) == 1 && sales.Orders[0].Status == "paid", err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("resolved by the other node after %s", time.Since(begin).Round(100*time.Millisecond))
	problem, ok := errors.AsType[*stage.Problem](there.Post(within(t, patience), "/api/stripe/buy", map[string]any{
		"package_id": buyer.Product(0), "payment_method": till.CardGood,
	}, nil))
	if !ok || problem.Code != "already_bought" {
		t.Errorf("bought again: %v", problem)
	}
	if err := shop.Server.Restart(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	found, _, err := shop.Differences(within(t, patience))
	if err != nil || len(found) > 0 {
		t.Errorf("%v, %v", found, err)
	}
}
