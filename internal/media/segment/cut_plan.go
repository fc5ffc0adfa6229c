package segment

import (
	"cmp"
	"slices"
)

// Span is a part of a group of pictures that shows some of them: as they are, or encoded
// anew from what decoding needs.
type Span struct {
	// First and End are places in the group's order of decoding: of what is kept, or of
	// what has to be decoded.
	First, End int
	// Encode says that what is shown cannot be decoded by itself.
	Encode bool
	// Skip is how many of the decoded pictures, in the order of showing, come before those
	// that are encoded.
	Skip int
	// Shown are the times of the pictures, in Ticks and in the order of showing.
	Shown []int64
}

// PlanGroup says how to show of one group, a key frame and what depends on it in the order
// of decoding, exactly the pictures from one moment to before another, in Ticks. As few
// pictures as possible are encoded anew: those after a group's beginning when that is not
// shown, and those at its end of which something that is not shown has to be decoded first.
func PlanGroup(group []Picture, from, to int64) []Span {
	shown := func(p Picture) bool { return p.PTS >= from && p.PTS < to }
	kept := prefix(group, shown)
	var spans []Span
	if kept > 0 {
		spans = append(spans, Span{End: kept, Shown: times(group[:kept])})
	}
	end := len(group)
	for end > kept && !shown(group[end-1]) {
		end--
	}
	if end == kept {
		return spans
	}
	decoded, after := times(group[:end]), from
	if kept > 0 {
		after = slices.Max(spans[0].Shown) + 1
	}
	skip, _ := slices.BinarySearch(decoded, after)
	stop, _ := slices.BinarySearch(decoded, to)
	return append(spans, Span{End: end, Encode: true, Skip: skip, Shown: decoded[skip:stop]})
}

// prefix is how many pictures of a group can be kept as they are: the most of its
// beginning that are all shown, and are shown before all others.
func prefix(group []Picture, shown func(Picture) bool) int {
	all := 0
	for all < len(group) && shown(group[all]) {
		all++
	}
	// later is when the first of the pictures after each place is shown, among those that
	// are shown at all: a picture that is not shown is not waited for.
	best, latest := 0, int64(0)
	later := earliestAfter(group, shown)
	for i, p := range group[:all] {
		if latest = max(latest, p.PTS); i == 0 {
			latest = p.PTS
		}
		if latest < later[i] {
			best = i + 1
		}
	}
	return best
}

// earliestAfter is, for every picture, the earliest time of those after it that are shown.
func earliestAfter(group []Picture, shown func(Picture) bool) []int64 {
	out := make([]int64, len(group))
	earliest := int64(1) << 62
	for i := len(group) - 1; i >= 0; i-- {
		out[i] = earliest
		if shown(group[i]) {
			earliest = min(earliest, group[i].PTS)
		}
	}
	return out
}

// times are when pictures are shown, in that order.
func times(pictures []Picture) []int64 {
	out := make([]int64, len(pictures))
	for i, p := range pictures {
		out[i] = p.PTS
	}
	slices.SortFunc(out, cmp.Compare[int64])
	return out
}
