package transcode

import (
	"slices"
	"testing"
)

func TestPace(t *testing.T) {
	for _, tt := range []struct {
		fps     float64
		counted bool
		want    int64
	}{
		{30, false, 12000},
		{30000.0 / 1001, false, 12012},
		{60000.0 / 1001, false, 6006},
		{25, true, 14400},
		{29.4, true, 12012},
		{30.02, true, 12000},
		{7, true, 51429},
		{0, true, 360_000},
		{1e9, false, 1},
	} {
		if got := Pace(tt.fps, tt.counted); got != tt.want {
			t.Errorf("%g counted %t: %d, want %d", tt.fps, tt.counted, got, tt.want)
		}
	}
	if again := Pace(360_000.0/12012, false); again != 12012 {
		t.Errorf("what a rung declares is another pace: %d", again)
	}
}

func TestLiveLadderIsBelowTheStream(t *testing.T) {
	for name, tt := range map[string]struct {
		width, height int
		wanted        []int
		want          []Rung
	}{
		"full HD":    {1920, 1080, []int{360, 720, 480}, []Rung{{720, 1280, 720, 2800}, {480, 854, 480, 1400}, {360, 640, 360, 800}}},
		"HD":         {1280, 720, []int{720, 480}, []Rung{{480, 854, 480, 1400}}},
		"nearly":     {960, 540, []int{480, 360}, []Rung{{360, 640, 360, 800}}},
		"upright":    {1080, 1920, []int{480}, []Rung{{480, 480, 854, 1400}}},
		"small":      {320, 180, []int{1080, 720, 480, 360}, nil},
		"none":       {1920, 1080, nil, nil},
		"nonsense":   {1920, 1080, []int{0, -3, 4000}, nil},
		"twice":      {1920, 1080, []int{360, 360}, []Rung{{360, 640, 360, 800}}},
		"slow line":  {1280, 720, []int{480, 360, 240}, []Rung{{480, 854, 480, 1400}, {360, 640, 360, 800}, {240, 426, 240, 200}}},
		"odd format": {1998, 1080, []int{360}, []Rung{{360, 666, 360, 800}}},
	} {
		if got := LiveLadder(Rung{Width: tt.width, Height: tt.height, Rate: 50_000}, 12000, tt.wanted); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
	if got := LiveLadder(Rung{Width: 1920, Height: 1080, Rate: 50_000}, 6000, []int{360}); got[0].Rate != 1200 {
		t.Errorf("with 60 pictures a second %+v", got)
	}
	for rate, want := range map[int]int{600: 212, 2000: 707, 4000: 800, 0: leastRate} {
		if got := LiveLadder(Rung{Width: 1280, Height: 720, Rate: rate}, 12000, []int{360}); got[0].Rate != want {
			t.Errorf("of %d kbit/s %+v, want %d", rate, got, want)
		}
	}
}
