package segment

import (
	"context"
	"fmt"
)

// Encode encodes pictures of a fragment anew, beginning with a key frame, and returns the
// NAL units of each in the order of showing: count of them after the first skip. None may
// depend on one that is shown later. sps are the parameters that the new ones resemble.
type Encode func(ctx context.Context, fragment, sps []byte, skip, count int) ([][][]byte, error)

// maxGroup is how long a group may be, in Ticks, of which pictures are encoded anew: all of
// it is held in memory.
const maxGroup = 60 * Ticks

// Cutter plays the part of a stream from one moment to another into a [Segmenter]: whole
// groups as they are, and of the groups at both ends what is shown. Everything is shown as
// long after it is decoded as the stream's own pictures are, those that were encoded anew
// too, so that nothing has to move where both meet. Its methods are for one goroutine.
type Cutter struct {
	out      *Segmenter
	from, to int64
	encode   Encode

	group  []Picture // the newest, which may go on
	sounds []Sound
	run    *Run  // that out is configured for
	start  int64 // when the first picture is shown in the stream
	end    int64 // and when the last is no longer
	delay  int64 // how long after its decoding a key frame is shown
	count  Count
}

// Count is what was played.
type Count struct {
	Pictures int
	Encoded  int // of the pictures, those that were encoded anew
}

// NewCutter returns a cutter of what is shown from one moment to before another, in Ticks
// of the stream that is going to be added.
func NewCutter(out *Segmenter, from, to int64, encode Encode) *Cutter {
	return &Cutter{out: out, from: from, to: to, encode: encode}
}

// Add plays what it can of the next segment. The first must begin with a key frame.
func (c *Cutter) Add(ctx context.Context, pictures []Picture, sounds []Sound) error {
	c.sounds = append(c.sounds, sounds...)
	for _, p := range pictures {
		if p.Key {
			if err := c.finishGroup(ctx); err != nil {
				return err
			}
		}
		if len(c.group) > 0 && p.DTS-c.group[0].DTS > maxGroup {
			return fmt.Errorf("no key frame for a minute: %w", ErrUnsupported)
		}
		c.group = append(c.group, p)
	}
	return nil
}

// Close plays the rest and tells how much there was. It does not close the segmenter.
func (c *Cutter) Close(ctx context.Context) (Count, error) {
	if err := c.finishGroup(ctx); err != nil {
		return c.count, err
	}
	c.out.SoundUntil(c.end - c.start + c.delay)
	return c.count, c.playSounds(c.end - c.start + c.delay)
}

// finishGroup plays what is shown of the group, which is complete.
func (c *Cutter) finishGroup(ctx context.Context) error {
	group := c.group
	c.group = nil
	if len(group) == 0 || !group[0].Key {
		return nil
	}
	for _, span := range PlanGroup(group, c.from, c.to) {
		if c.count.Pictures == 0 {
			c.start, c.delay = span.Shown[0], max(0, group[0].PTS-group[0].DTS)
		}
		c.count.Pictures += len(span.Shown)
		if err := c.configure(group[0].Run); err != nil {
			return err
		}
		play := c.keep
		if span.Encode {
			play = c.encodeAnew
		}
		if err := play(ctx, group, span); err != nil {
			return err
		}
	}
	for _, p := range group {
		if p.PTS >= c.from && p.PTS < c.to {
			c.end = max(c.end, p.PTS+p.Duration)
		}
	}
	return nil
}

func (c *Cutter) configure(run *Run) error {
	if c.run == run {
		return nil
	}
	c.run = run
	if err := c.out.VideoConfig(run.SPS, run.PPS); err != nil {
		return err
	}
	return c.out.AudioConfig(run.ASC)
}

// keep plays the beginning of a group as it is.
func (c *Cutter) keep(ctx context.Context, group []Picture, span Span) error {
	ahead := group[0].PTS - group[0].DTS
	for _, p := range group[:span.End] {
		units, err := p.Units()
		if err != nil {
			return err
		}
		if err := c.show(ctx, p.DTS+ahead, p.PTS, units); err != nil {
			return err
		}
	}
	return nil
}

// encodeAnew plays pictures of a group that cannot be decoded by themselves.
func (c *Cutter) encodeAnew(ctx context.Context, group []Picture, span Span) error {
	fragment, err := Fragment(group[span.First:span.End])
	if err != nil {
		return err
	}
	pictures, err := c.encode(ctx, fragment, c.run.SPS, span.Skip, len(span.Shown))
	if err != nil {
		return fmt.Errorf("encode %d pictures anew: %w", len(span.Shown), err)
	}
	if len(pictures) != len(span.Shown) {
		return fmt.Errorf("%d pictures were encoded, not %d: %w", len(pictures), len(span.Shown), ErrUnsupported)
	}
	c.count.Encoded += len(pictures)
	for i, at := range span.Shown {
		if err := c.show(ctx, at, at, pictures[i]); err != nil {
			return err
		}
	}
	return nil
}

// show plays a picture, after the sound that comes before it.
func (c *Cutter) show(ctx context.Context, dts, pts int64, units [][]byte) error {
	if err := c.playSounds(dts - c.start); err != nil {
		return err
	}
	return c.out.Video(ctx, VideoSample{DTS: dts - c.start, PTS: pts - c.start + c.delay, NALUs: units})
}

// playSounds plays the sound up to a moment of what is played.
func (c *Cutter) playSounds(before int64) error {
	for len(c.sounds) > 0 && c.sounds[0].At-c.start+c.delay < before {
		s := c.sounds[0]
		c.sounds = c.sounds[1:]
		if s.At < c.start || c.run == nil || !c.run.Audio.equal(s.Run.Audio) {
			continue
		}
		if err := c.out.Audio(AudioSample{PTS: s.At - c.start + c.delay, AU: s.AU}); err != nil {
			return err
		}
	}
	return nil
}
