package demo

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/demo/kit"
)

func load(t *testing.T) kit.Catalog {
	t.Helper()
	c, err := kit.Load(kit.Files())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var friday = time.Date(2026, 11, 20, 22, 15, 0, 0, time.UTC)

func TestPlanHasWhatTheDemoPromises(t *testing.T) {
	for _, now := range []time.Time{friday, friday.Add(9 * time.Hour), friday.AddDate(0, 4, 3)} {
		games, err := plan(load(t), now)
		if err != nil {
			t.Fatal(err)
		}
		if len(games) != 120 {
			t.Errorf("%d games", len(games))
		}
		types, sports := map[string]int{}, map[string]int{}
		var live, recorded, upcoming, past int
		for _, g := range games {
			types[g.accessType]++
			sports[g.sport.Key]++
			switch {
			case g.live:
				live++
			case g.recording >= 0:
				recorded++
			case g.finished:
				past++
			default:
				upcoming++
				if g.start.Add(2 * time.Hour).Before(now) {
					t.Errorf("%s is to come and started %s before now", g.sport.Key, now.Sub(g.start))
				}
			}
			if g.away.Key == g.home.Key || g.away.Sport != g.sport.Key || g.location.Key == "" {
				t.Errorf("odd game: %+v", g)
			}
			if (g.accessType == "paid" || g.accessType == "ppv") != (g.price.BasePrice > 0) {
				t.Errorf("%s at %d", g.accessType, g.price.BasePrice)
			}
		}
		if live != 1 || recorded != 12 || upcoming < 30 || past < 30 {
			t.Errorf("%d live, %d recorded, %d to come, %d past", live, recorded, upcoming, past)
		}
		for _, kind := range []string{"free", "register", "paid", "ppv"} {
			if types[kind] == 0 {
				t.Errorf("no event is %s", kind)
			}
		}
		if len(sports) < 4 {
			t.Errorf("only %d sports", len(sports))
		}
	}
}

func TestPlanIsTheSameForTheSameMoment(t *testing.T) {
	first, err := plan(load(t), friday)
	if err != nil {
		t.Fatal(err)
	}
	second, err := plan(load(t), friday)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second, cmp.AllowUnexported(game{})); diff != "" {
		t.Error(diff)
	}
}
