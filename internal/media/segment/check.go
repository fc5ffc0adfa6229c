package segment

import (
	"errors"
	"fmt"
	"time"
)

// maxTail is for how long sound may go on after the last picture: encoders fill their last frame, and players
// end with the picture.
const maxTail = Ticks

// Check says why a file would not make a good video, nil for one that does: whoever
// watches can only begin at a key frame, and a segment is cut without one after a while.
func (m *MP4) Check() error {
	if len(m.keys) == 0 || m.length <= 0 {
		return errors.New("it has no key frames")
	}
	before := int64(0)
	for _, at := range append(m.keys, m.length) {
		if gap := at - before; gap > maxSegment {
			return fmt.Errorf("it has no key frame for %s: at most %s", ticks(gap), ticks(maxSegment))
		}
		before = at
	}
	if m.foreign && m.audio == nil {
		return fmt.Errorf("its sound is not AAC: %w", ErrUnsupported)
	}
	if tail := m.sound - m.length; tail > maxTail {
		return fmt.Errorf("its sound goes on for %s after the last picture and would be lost: "+
			"hold the last picture (ffmpeg -vf tpad=stop_mode=clone:stop_duration=%.1f) or end the sound with it (-shortest)",
			ticks(tail), ticks(tail).Seconds())
	}
	return nil
}

func ticks(n int64) time.Duration {
	return (time.Duration(n) * time.Second / Ticks).Round(time.Second / 10)
}
