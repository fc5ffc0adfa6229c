package segment

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawGroup is a group of pictures whose order of decoding is that of an encoder that sends
// a picture ahead of some that are shown before it.
func drawGroup(rt *rapid.T) []Picture {
	count := rapid.IntRange(1, 40).Draw(rt, "pictures")
	const step = 3000
	group := []Picture{{PTS: 100 * step, Key: true}}
	for next := 1; next < count; {
		ahead := min(rapid.IntRange(0, 3).Draw(rt, "ahead"), count-1-next)
		group = append(group, Picture{PTS: int64(100+next+ahead) * step})
		before := make([]Picture, 0, ahead)
		for i := range ahead {
			before = append(before, Picture{PTS: int64(100+next+i) * step})
		}
		if ahead > 1 && rapid.Bool().Draw(rt, "pyramid") {
			before[0], before[1] = before[1], before[0]
		}
		group = append(group, before...)
		next += ahead + 1
	}
	for i := range group {
		group[i].DTS, group[i].Duration = int64(98+i)*step, step
	}
	return group
}

// Whatever stretch is asked for, exactly its pictures are shown, once and in order; what is
// kept as it is can be decoded by itself; and nothing is encoded that could be kept.
func TestPlansShowWhatIsAskedFor(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		group := drawGroup(rt)
		from := rapid.Int64Range(95*3000, 145*3000).Draw(rt, "from")
		to := rapid.Int64Range(95*3000, 145*3000).Draw(rt, "to")
		var want, got []int64
		for _, at := range times(group) {
			if at >= from && at < to {
				want = append(want, at)
			}
		}
		for i, span := range PlanGroup(group, from, to) {
			got = append(got, span.Shown...)
			checkSpan(rt, group, span, i)
		}
		if !slices.Equal(want, got) {
			rt.Fatalf("shows %v, want %v", got, want)
		}
		checkEffort(rt, group, from, to)
	})
}

func checkSpan(rt *rapid.T, group []Picture, span Span, i int) {
	if len(span.Shown) == 0 || span.First != 0 {
		rt.Fatalf("span %d is %+v", i, span)
	}
	decoded := times(group[:span.End])
	if !span.Encode {
		if i != 0 || !slices.Equal(decoded, span.Shown) {
			rt.Fatalf("span %d keeps %v and shows %v", i, decoded, span.Shown)
		}
		return
	}
	if !slices.Equal(decoded[span.Skip:span.Skip+len(span.Shown)], span.Shown) {
		rt.Fatalf("span %d encodes %v of %v", i, span.Shown, decoded)
	}
}

// checkEffort: of a group whose beginning is shown only the last few pictures may be encoded
// anew, and none when all of it is shown or its pictures are decoded in order.
func checkEffort(rt *rapid.T, group []Picture, from, to int64) {
	ordered := slices.IsSortedFunc(group, func(a, b Picture) int { return int(a.PTS - b.PTS) })
	for _, span := range PlanGroup(group, from, to) {
		switch {
		case !span.Encode || from > group[0].PTS:
		case to > slices.Max(times(group)), ordered:
			rt.Fatalf("encodes %v for nothing", span.Shown)
		case len(span.Shown) > 3:
			rt.Fatalf("encodes %d pictures at the end", len(span.Shown))
		}
	}
}
