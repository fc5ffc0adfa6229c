package channel_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/channel"
)

func TestClipCover(t *testing.T) {
	for name, test := range map[string]struct {
		settings       channel.Settings
		recorded, want time.Duration
	}{
		"a tenth":                    {channel.Settings{}, 90 * time.Minute, 9 * time.Minute},
		"ten minutes at most":        {channel.Settings{}, 3 * time.Hour, 10 * time.Minute},
		"a minute at least":          {channel.Settings{}, 2 * time.Minute, time.Minute},
		"the channel's percent":      {channel.Settings{ClipCoverPercent: 5}, time.Hour, 3 * time.Minute},
		"the channel's most":         {channel.Settings{ClipCoverSeconds: 120}, 2 * time.Hour, 2 * time.Minute},
		"less than a minute":         {channel.Settings{ClipCoverSeconds: 30}, 2 * time.Hour, 30 * time.Second},
		"everything, as one channel": {channel.Settings{ClipCoverPercent: 100, ClipCoverSeconds: 86_400}, 2 * time.Hour, 2 * time.Hour},
	} {
		if got := test.settings.ClipCover(test.recorded); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
