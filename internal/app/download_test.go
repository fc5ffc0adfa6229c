package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
)

// recordedGame is a paid game with a recording of four seconds.
func (c *cinema) recordedGame() catalog.EventID {
	c.t.Helper()
	ctx, by := c.t.Context(), actor.ForSystem(c.channel)
	path := filepath.Join(c.t.TempDir(), "game.mp4")
	out, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=4",
		"-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-pix_fmt", "yuv420p", path).CombinedOutput()
	if err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
	_, game := spoiledGames(c.t, c.App, c.channel)
	if _, err := c.DB.Write().NewRaw("UPDATE events SET type = 'paid' WHERE id = ?", int64(game)).Exec(ctx); err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.Media.ImportRecording(ctx, by, c.channel, int64(game), media.Recording{Path: path, StartedAt: time.Now().Add(-time.Hour)}); err != nil {
		c.t.Fatal(err)
	}
	return game
}

// pass puts a pass on sale and gives it to a user.
func (c *cinema) pass(user account.UserID, downloads int64, capabilities ...commerce.Capability) {
	c.t.Helper()
	id, err := c.Commerce.Create(c.t.Context(), actor.ForSystem(c.channel), c.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Pass"}, Currency: "CAD", BasePrice: 1000,
		DownloadLimit: downloads, Capabilities: capabilities,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	dbtest.Buy(c.t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(user), PackageID: int64(id)})
	c.Commerce = commerce.NewService(c.DB, c.revisions, c.Clock).Counting(totals{c.App})
}

// mayTake asks as media does while a download goes on.
func (c *cinema) mayTake(game catalog.EventID, session account.Session) bool {
	c.t.Helper()
	allowed, err := c.access().Allowed(c.t.Context(), media.Viewer{
		ChannelID: c.channel, EventID: int64(game), Download: true, UserID: int64(session.UserID), SessionID: session.ID,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return allowed
}

// What was bought says whether a game may be kept and how often; what is refused is not
// counted.
func TestDownloadsAreCounted(t *testing.T) {
	c := openCinema(t)
	game, session := c.recordedGame(), c.fan()
	c.pass(session.UserID, 0, commerce.Watch)
	wish := commerce.Wish{
		ChannelID: c.channel, UserID: int64(session.UserID), Viewer: commerce.Viewer{LoggedIn: true},
		Event: commerce.Event{ID: int64(game), Type: "paid"}, Capability: commerce.Download,
	}
	files := downloads{c.App}
	if _, err := files.Event(t.Context(), wish, session.ID, "x"); fault.CodeOf(err) != "no_access" || c.mayTake(game, session) {
		t.Errorf("by a pass to watch: %v", err)
	}
	c.pass(session.UserID, 1, commerce.Watch, commerce.Download)
	if !c.mayTake(game, session) {
		t.Error("a pass to keep games does not let its holder")
	}
	unrecorded := wish
	unrecorded.Event.ID += 50
	if _, err := files.Event(t.Context(), unrecorded, session.ID, "x"); fault.CodeOf(err) != "recording_not_found" {
		t.Errorf("without a recording: %v", err)
	}
	file, err := files.Event(t.Context(), wish, session.ID, "Lynx at Tide 2026-11-20")
	if err != nil || file.FileName != "Lynx at Tide 2026-11-20.mp4" || file.Size < 1000 || !file.ExpiresAt.After(time.Now()) {
		t.Fatalf("%+v, %v", file, err)
	}
	w := httptest.NewRecorder()
	c.Media.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, file.URL, nil))
	if w.Code != http.StatusOK || int64(w.Body.Len()) != file.Size || !strings.Contains(w.Header().Get("Content-Disposition"), file.FileName) {
		t.Errorf("%d, %d bytes of %d, %v", w.Code, w.Body.Len(), file.Size, w.Header())
	}
	if _, err := files.Event(t.Context(), wish, session.ID, "x"); fault.CodeOf(err) != "download_limit_reached" {
		t.Errorf("one more than was bought: %v", err)
	}
	var counted int64
	err = c.DB.Write().NewRaw("SELECT downloads_count FROM users WHERE id = ?", int64(session.UserID)).Scan(t.Context(), &counted)
	if err != nil || counted != 1 {
		t.Errorf("%d downloads are counted, %v", counted, err)
	}
}

// A download is refused in its fifth network. Its networks count until its address ends.
func TestADownloadIsRefusedInItsFifthNetwork(t *testing.T) {
	c := openCinema(t)
	game, session := c.recordedGame(), c.fan()
	c.pass(session.UserID, 1, commerce.Watch, commerce.Download)
	file, err := downloads{c.App}.Event(t.Context(), commerce.Wish{
		ChannelID: c.channel, UserID: int64(session.UserID), Viewer: commerce.Viewer{LoggedIn: true},
		Event: commerce.Event{ID: int64(game), Type: "paid"}, Capability: commerce.Download,
	}, session.ID, "x")
	if err != nil {
		t.Fatal(err)
	}
	for i := range lease.MaxNetworks + 1 {
		files := c.Media.Handler()
		files.Network = func(*http.Request) string { return fmt.Sprintf("203.0.%d.0/24", i) }
		w := httptest.NewRecorder()
		files.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, file.URL, nil))
		shared := w.Code == http.StatusForbidden && strings.Contains(w.Body.String(), "This download link was used on too many networks.")
		if i < lease.MaxNetworks && w.Code != http.StatusOK || i == lease.MaxNetworks && !shared {
			t.Errorf("network %d: %d %.200s", i+1, w.Code, w.Body)
		}
	}
	var until int64
	err = c.DB.Read().NewRaw("SELECT until_ms FROM revoked_addresses").Scan(t.Context(), &until)
	if err != nil || until != file.ExpiresAt.UnixMilli() {
		t.Errorf("refused until %d, not until %s, %v", until, file.ExpiresAt, err)
	}
}
