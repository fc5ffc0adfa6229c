package app

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/text"
)

// clipper returns a user of the arena whose pass includes so many clips, and their downloads.
func (h *arena) clipper(clips int64) clip.Viewer {
	h.t.Helper()
	return h.passHolder("fan@example.com", clips, commerce.Watch, commerce.Clipping, commerce.DownloadClip)
}

// passHolder returns a user of the arena with a pass of the given capabilities.
func (h *arena) passHolder(email string, clips int64, capabilities ...commerce.Capability) clip.Viewer {
	h.t.Helper()
	user := dbtest.User(h.t, h.DB, h.channel, email)
	id, err := h.Commerce.Create(h.t.Context(), actor.ForSystem(h.channel), h.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Pass"}, Currency: "CAD", BasePrice: 1000, ClipLimit: clips,
		Capabilities: capabilities,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	dbtest.Buy(h.t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: user, PackageID: int64(id)})
	return clip.Viewer{Actor: actor.Actor{Role: actor.User, ChannelID: h.channel, UserID: user, SessionID: 1}}
}

func (h *arena) clip(who clip.Viewer, from time.Duration) (*clip.Clip, error) {
	return h.Clips.Create(h.t.Context(), who, clip.Draft{EventID: h.event, Name: "Goal", Tags: []string{"goal"}, Start: from, Duration: 2 * time.Second})
}

func (h *arena) totals(who clip.Viewer) (clips, downloads int64) {
	h.t.Helper()
	user, err := h.Accounts.Profile(h.t.Context(), who.Actor)
	if err != nil {
		h.t.Fatal(err)
	}
	return user.Clips, user.Downloads
}

func TestCapabilitiesOfClips(t *testing.T) {
	h := openArena(t)
	watches := h.passHolder("watches@example.com", 2, commerce.Watch, commerce.DownloadClip)
	if _, err := h.clip(watches, time.Second); fault.CodeOf(err) != "no_access" {
		t.Errorf("a clip with a pass without the capability: %v", err)
	}
	clips := h.passHolder("clips@example.com", 2, commerce.Watch, commerce.Clipping)
	made, err := h.clip(clips, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	h.work(1)
	if _, err := h.Clips.Download(t.Context(), clips, made.ID); fault.CodeOf(err) != "no_access" {
		t.Errorf("a download with a pass without the capability: %v", err)
	}
}

// From what was bought to the file, and back to nothing when the account goes.
func TestAClipGoesItsWay(t *testing.T) {
	h := openArena(t)
	fan := h.clipper(2)
	shown := clipMedia{h.Media}
	if _, err := h.clip(fan, 5*time.Second); fault.CodeOf(err) != "clip_out_of_range" {
		t.Errorf("beyond the end: %v", err)
	}
	made, err := h.clip(fan, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if clips, _ := h.totals(fan); clips != 1 {
		t.Errorf("%d clips are counted", clips)
	}
	h.work(1)
	got, err := h.Clips.Find(t.Context(), fan.Actor, made.ID, "")
	if err != nil || got.Status != clip.Success {
		t.Fatalf("it is %+v, %v", got, err)
	}
	cuts, err := shown.Cuts(t.Context(), h.channel, []clip.CutID{got.Cut})
	if cut := cuts[got.Cut]; err != nil || cut.Width != 320 || cut.Lead != 0 || cut.Image == "" {
		t.Errorf("it shows %+v, %v", cuts, err)
	}
	if _, err := h.Clips.Download(t.Context(), fan, made.ID); err != nil {
		t.Fatal(err)
	}
	file, err := shown.SignCutFile(t.Context(), got.Cut, api.MediaViewer{ChannelID: h.channel, UserID: fan.UserID, SessionID: fan.SessionID}, got.Name)
	if _, downloads := h.totals(fan); err != nil || file.FileName != "Goal.mp4" || file.Size == 0 || downloads != 1 {
		t.Errorf("it is loaded down as %+v, %v, %d times", file, err, downloads)
	}

	h.checkCard(got)

	second, err := h.clip(fan, 2*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.clip(fan, 0); fault.CodeOf(err) != "clip_limit_reached" {
		t.Errorf("the third of two: %v", err)
	}
	if err := h.Media.FailCut(t.Context(), h.channel, media.CutID(second.Cut)); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Clips.Find(t.Context(), fan.Actor, second.ID, ""); err != nil || got.Status != clip.Failed {
		t.Errorf("it is given up: %+v, %v", got, err)
	}
	if _, err := h.clip(fan, 0); err != nil {
		t.Errorf("after one that failed: %v", err)
	}

	belongings := h.belongings()
	mine := belongings[slices.IndexFunc(belongings, func(b account.Belongings) bool { return b.Name() == "clips" })]
	exported := 0
	err = mine.Export(t.Context(), h.channel, account.UserID(fan.UserID), func(any) error { exported++; return nil })
	if err != nil || exported != 3 {
		t.Errorf("%d are exported, %v", exported, err)
	}
	err = h.DB.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return mine.Erase(ctx, tx, h.channel, account.UserID(fan.UserID))
	})
	if err != nil {
		t.Fatal(err)
	}
	if cuts, err := shown.Cuts(t.Context(), h.channel, []clip.CutID{made.Cut, second.Cut}); err != nil || len(cuts) != 0 {
		t.Errorf("left are %+v, %v", cuts, err)
	}
}

// checkCard asks for what a page tells of a clip: by its link everything, and without it nothing, not even that it is there.
func (h *arena) checkCard(of *clip.Clip) {
	h.t.Helper()
	content := h.siteContent(nil)
	view := func(id clip.ID, uuid string) site.View {
		h.t.Helper()
		v, err := content.View(h.t.Context(), site.Channel{ID: h.channel, Lang: "en"}, site.Request{Kind: "clip", ID: int64(id), UUID: uuid})
		if err != nil {
			h.t.Fatal(err)
		}
		return v
	}
	told := view(of.ID, of.UUID)
	if told.Title != "Goal" || told.Description != "A clip from Final · 0:02" || told.Image == "" || told.Clip == nil || told.Clip.Width != 320 || told.Clip.Player == "" {
		h.t.Errorf("its card tells %+v, %+v", told, told.Clip)
	}
	if wrong := view(of.ID, strings.Repeat("0", 32)); !wrong.NotFound || wrong.Clip != nil {
		h.t.Errorf("by a wrong link: %+v", wrong)
	}
	if got, unknown := view(of.ID, ""), view(of.ID+999, ""); !reflect.DeepEqual(got, unknown) || got.Clip != nil || got.NotFound {
		h.t.Errorf("without the link %+v is told, of none %+v", got, unknown)
	}
}

// A transaction that asks the pool for another connection waits for itself once all of them
// are taken: nothing on the way to a clip does.
func TestAClipNeedsOneConnection(t *testing.T) {
	h := openArenaWith(t, config.Config{Data: t.TempDir(), Workers: 1, DB: dbtest.PostgresDSN(t)})
	fan := h.clipper(2)
	h.DB.SQL().SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	draft := clip.Draft{EventID: h.event, Name: "Goal", Tags: []string{"goal"}, Start: time.Second, Duration: 2 * time.Second}
	made, err := h.Clips.Create(ctx, fan, draft) // nothing of the recording is in memory yet
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Clips.Remove(ctx, fan.Actor, made.ID); err != nil {
		t.Error(err)
	}
	// The same question inside a transaction, which is what must not be: it is not answered.
	waiting, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	err = h.DB.InTx(waiting, func(ctx context.Context, _ bun.Tx) error {
		_, err := h.Media.Footage(ctx, h.channel, h.event)
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("asked inside of a transaction: %v", err)
	}
}
