package demo

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
)

// seedBlackouts keeps the regions that the kit names from watching some recordings for
// a while, as a local broadcaster's rights would.
func (s *seeder) seedBlackouts(ctx context.Context) error {
	for i, g := range s.games {
		if g.recording < 0 {
			continue
		}
		k := s.kit.Events.Recordings[g.recording].Blackout
		if k == nil {
			continue
		}
		rule := commerce.Blackout{Mode: commerce.Deny, Places: k.Places, LiftedAfter: time.Duration(k.LiftedH) * time.Hour, Sound: k.Sound}
		if err := s.Commerce.ReplaceBlackouts(ctx, s.by, s.channel, int64(s.events[i]), []commerce.Blackout{rule}); err != nil {
			return err
		}
	}
	return nil
}
