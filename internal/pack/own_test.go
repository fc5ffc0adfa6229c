package pack

import (
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// A pack removes only coupons that it has named. A coupon of a command becomes one of the pack when the pack names it.
func TestAPackLeavesCouponsOfCommandsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		id := channelOf(t, in, "league")
		by := actor.ForSystem(id)
		codes := func() []string {
			t.Helper()
			list, err := in.Commerce.Coupons(t.Context(), by, id)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, c := range list {
				if !c.Stopped {
					out = append(out, c.Code)
				}
			}
			return out
		}
		if err := in.Commerce.CreateCoupon(t.Context(), by, id, commerce.Coupon{Code: "DOOR", PercentOff: 1_000}); err != nil {
			t.Fatal(err)
		}
		if got := apply(t, in, league()); len(got) != 0 {
			t.Errorf("the same pack again: %v", got)
		}
		source := string(league()["offers.yaml"].Data)
		without, named := source[:strings.Index(source, "coupons:")], source+"  - {code: DOOR, percent: 10}\n"
		for _, step := range []struct {
			offers  string
			changes []string
			left    []string
		}{
			{strings.Replace(source, "  - {code: FIVE, amount: 500}\n", "", 1), []string{"- coupons[FIVE]"}, []string{"DOOR", "SAVE"}},
			{without, []string{"- coupons"}, []string{"DOOR"}},
			{named, []string{"+ coupons[SAVE]", "+ coupons[FIVE]"}, []string{"DOOR", "FIVE", "SAVE"}},
			{named, nil, []string{"DOOR", "FIVE", "SAVE"}},
			{source, []string{"- coupons[DOOR]"}, []string{"FIVE", "SAVE"}},
		} {
			got := lines(apply(t, in, with(map[string]string{"offers.yaml": step.offers})))
			for _, want := range step.changes {
				if !slices.Contains(got, want) {
					t.Errorf("changes are %q, want %q", got, want)
				}
			}
			if step.changes == nil && len(got) > 0 {
				t.Errorf("changes are %q", got)
			}
			if left := codes(); !slices.Equal(left, step.left) {
				t.Errorf("after %q the coupons are %q, want %q", got, left, step.left)
			}
		}
	})
}

// A pack removes only videos that it has named, and no category of another video.
func TestAPackLeavesUploadedVideosAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		id := channelOf(t, in, "league")
		film := libraryOf(t, in, "league").Items[0].Media[0].FilmID
		uploaded := vod.Item{
			Alias: "uploaded", Category: "school", Access: vod.Free, Title: text.Text{"fr": "Envoyée"}, Date: noon, Media: []vod.Medium{{Alias: "main", FilmID: film}},
		}
		if err := in.Library.Put(t.Context(), actor.ForSystem(id), id, uploaded); err != nil {
			t.Fatal(err)
		}
		if got := apply(t, in, league()); len(got) != 0 {
			t.Errorf("the same pack again: %v", got)
		}
		one := editLibrary("  - {alias: advice, category: school, title: Conseils, date: 2026-11-01 18:30, media: [{alias: film, film: films/goals.mp4}]}\n", "", "[goals, advice]", "[goals]")
		apply(t, in, with(one))
		names := func() (out []string) {
			t.Helper()
			for _, it := range libraryOf(t, in, "league").Items {
				out = append(out, it.Alias)
			}
			return out
		}
		if got := names(); !slices.Equal(got, []string{"goals", "uploaded"}) {
			t.Errorf("the library has %q", got)
		}
		_, err := Apply(t.Context(), in, readLeague(t, with(map[string]string{"library.yaml": ""})), false)
		if fault.CodeOf(err) != "vod_category_in_use" || !strings.Contains(err.Error(), `"school" of the library cannot be removed: it has the video "uploaded"`) {
			t.Errorf("the category of an uploaded video is removed: %v", err)
		}
		named := map[string]string{"library.yaml": strings.Replace(string(league()["library.yaml"].Data), "rails:", "  - {alias: uploaded, category: school, title: Envoyée, date: '2026-11-21 12:00', media: [{alias: main, film: films/goals.mp4}]}\nrails:", 1)}
		apply(t, in, with(named))
		if got := apply(t, in, with(named)); len(got) != 0 {
			t.Errorf("the same pack again: %v", got)
		}
		apply(t, in, league())
		if got := names(); !slices.Equal(got, []string{"advice", "goals"}) {
			t.Errorf("a video that the pack named before: the library has %q", got)
		}
		if err := in.Library.Put(t.Context(), actor.ForSystem(id), id, uploaded); err != nil {
			t.Fatal(err)
		}
		if err := in.Library.Remove(t.Context(), actor.ForSystem(id), id, "uploaded"); err != nil {
			t.Fatal(err)
		}
		if err := in.Library.Remove(t.Context(), actor.ForSystem(id), id, "uploaded"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a video that is gone: %v", err)
		}
		if got := apply(t, in, with(map[string]string{"library.yaml": ""})); !slices.Equal(lines(got), []string{"- library"}) {
			t.Errorf("an empty library: %v", got)
		}
	})
}
