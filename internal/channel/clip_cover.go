package channel

import "time"

// How much of an event that is sold one user's clips may show together, unless the channel says
// otherwise: a tenth of what is recorded and 10 min at most.
const (
	clipCoverPercent = 10
	clipCoverS       = 10 * 60
	maxClipCoverS    = 24 * 60 * 60
	// leastClipCover lets a goal be clipped of a game that has just begun.
	leastClipCover = time.Minute
)

// ClipCover is how much of an event one user's clips may show together, by how much of the event
// is recorded.
func (s Settings) ClipCover(recorded time.Duration) time.Duration {
	percent, most := s.ClipCoverPercent, s.ClipCoverSeconds
	if percent == 0 {
		percent = clipCoverPercent
	}
	if most == 0 {
		most = clipCoverS
	}
	part := (recorded * time.Duration(percent) / 100).Round(time.Second)
	return min(max(part, leastClipCover), time.Duration(most)*time.Second)
}
