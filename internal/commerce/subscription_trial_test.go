package commerce_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// endOfTrial is the subject of the letter that announces the end of a trial.
func (r *register) endOfTrial(end time.Time) string {
	r.t.Helper()
	zone, err := r.Zone(r.t.Context(), r.channels[0])
	if err != nil {
		r.t.Fatal(err)
	}
	return "Votre essai gratuit se termine le " + text.Day("fr", end.In(zone))
}

// Three days before the end of a trial, by our own look: no webhook comes.
func TestTheEndOfATrialIsAnnouncedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		end := r.tries(7)
		r.waitUntil(end.Add(-3*day - time.Minute))
		r.repeat()
		r.posts("too soon", "")
		r.waitUntil(end.Add(-3*day + time.Minute))
		r.repeat()
		for _, l := range r.posts("three days before", r.endOfTrial(end)) {
			r.says(l, "Hockey pass", "Montant débité ensuite\u00a0: 79,00 $ CAD", "Dont taxes\u00a0: 9,09 $ CAD", "Visa •••• 4242", "tous les 30 jours", "Annulez avant")
		}
		for _, at := range []time.Time{end.Add(-2 * day), end.Add(-time.Minute), end.Add(time.Minute)} {
			r.waitUntil(at)
			r.repeat()
			r.posts("later", "")
		}
		r.waitUntil(end.Add(2 * time.Hour))
		r.repeat()
		for _, l := range r.posts("it is paid", renewedLetter) {
			r.says(l, "Votre essai gratuit est terminé")
		}
		if kinds := kinds(r.latest()); kinds != "created updated" {
			t.Errorf("the history shows %s", kinds)
		}
	})
}

// The provider's event is enough, where nobody looks.
func TestTheProviderAnnouncesTheEndOfATrial(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		end := r.tries(7)
		r.clock.Advance(end.Add(-3 * day).Sub(r.clock.Now()))
		for _, id := range []string{"evt_1", "evt_1", "evt_2"} {
			if err := r.hear(0, told(id, "customer.subscription.trial_will_end", map[string]any{"object": "subscription", "id": r.ref()})); err != nil {
				t.Fatal(err)
			}
		}
		r.posts("told by the provider", r.endOfTrial(end))
	})
}

func TestShortTrialsAreAnnouncedHalfway(t *testing.T) {
	tests := map[int]time.Duration{1: 12 * time.Hour, 3: 36 * time.Hour, 5: 60 * time.Hour, 6: 3 * day, 30: 3 * day}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, days int) {
		r, before := openRegister(t, d), tests[days]
		end := r.tries(days)
		r.repeat()
		r.posts("at once", "")
		r.waitUntil(end.Add(-before - time.Minute))
		r.repeat()
		r.posts("too soon", "")
		r.waitUntil(end.Add(-before))
		r.posts("in time", r.endOfTrial(end))
	})
}

// Who has canceled knows; who thinks better of it is told, if there is time.
func TestTheEndOfACanceledTrialIsNotAnnounced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		end := r.tries(7)
		offer := r.latest().PackageID
		r.clock.Advance(time.Hour)
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, offer); err != nil {
			t.Fatal(err)
		}
		r.posts("canceled", canceledLetter)
		r.waitUntil(end.Add(-2 * day))
		r.repeat()
		r.posts("three days before", "")
		if _, err := r.Resume(t.Context(), r.channels[0], r.buyer.UserID, offer); err != nil {
			t.Fatal(err)
		}
		r.repeat()
		r.posts("resumed", resumedLetter+"; "+r.endOfTrial(end))
	})
}
