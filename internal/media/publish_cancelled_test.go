package media

import (
	"errors"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestNoEncoderPublishesACancelledEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.events.off = true
		if _, err := v.publish(s.Key); !errors.Is(err, refuseOff) {
			t.Errorf("a cancelled event: %v", err)
		}
		v.events.off = false
		if _, err := v.publish(s.Key); err != nil {
			t.Errorf("once it is on again: %v", err)
		}
	})
}
