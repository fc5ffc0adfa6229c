package api

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
)

// A trial is over with the first period that is paid, whoever ended it early.
func TestATrialIsShownWhileItRuns(t *testing.T) {
	now := time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)
	soon, later := now.Add(time.Hour), now.Add(30*24*time.Hour)
	for name, c := range map[string]struct {
		trial, period time.Time
		want          bool
	}{
		"running":            {soon, soon, true},
		"over":               {now, now, false},
		"without":            {time.Time{}, later, false},
		"paid before it was": {soon, later, false},
	} {
		dto := newSubscriptionDTO(&commerce.Subscription{TrialUntil: c.trial, PeriodEnd: c.period}, now)
		if (dto.TrialEndsAt != nil) != c.want {
			t.Errorf("%s: %v", name, dto.TrialEndsAt)
		}
	}
}

// The labels of the specification go by these words: created is a new subscription, updated a renewal.
func TestHistoryOfASubscription(t *testing.T) {
	dto := newSubscriptionDTO(&commerce.Subscription{History: []commerce.Happening{{Kind: commerce.HappenedUpdated}, {Kind: commerce.HappenedCreated}}}, time.Time{})
	if len(dto.History) != 2 || dto.History[0].Kind != "updated" || dto.History[1].Kind != "created" {
		t.Errorf("%+v", dto.History)
	}
}
