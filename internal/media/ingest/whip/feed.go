package whip

import (
	"context"
	"slices"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Bounds of what is held back until picture and sound can be put together.
const (
	settleWithin = 2 * time.Second
	maxHeld      = 16 << 20 // bytes
)

// feed brings the pictures and the sound of one connection onto one line of time, the
// picture's, and hands them on. Its methods are for one goroutine; an error is final.
type feed struct {
	sink     ingest.Sink
	open     func() (*soundTrack, error)
	offer    *offer
	align    *aligner
	orders   [kinds]*reorder
	pictures *pictures
	sound    *soundTrack // nil before the first packet of it

	began   time.Time // when the first packet came
	settled bool
	held    []segment.VideoSample
	frames  []timedFrame
	bytes   int // held back
	config  mpeg4audio.AudioSpecificConfig
	keyed   time.Time // when the last key frame came
	seen    bool      // a picture was completed
	broken  bool      // the sink takes no more
}

// timedFrame is a frame with its time, in samples of the connection's clock.
type timedFrame struct {
	frame
	at int64
}

func newFeed(sink ingest.Sink, o *offer, now time.Time, open func() (*soundTrack, error)) *feed {
	return &feed{
		sink: sink, open: open, offer: o, align: newAligner(now), pictures: newPictures(o.sps),
		orders: [kinds]*reorder{newReorder(), newReorder()},
	}
}

// keyFrameWithin is how long an encoder may take from one key frame to the next before it
// is asked for one: browsers send none by themselves, and a part of a stream begins with
// one. It is longer than the two seconds that other encoders are told to take.
const keyFrameWithin = 2500 * time.Millisecond

// needsKeyFrame reports whether pictures are dropped until one comes, or one is due.
func (f *feed) needsKeyFrame(now time.Time) bool {
	return f.pictures.waiting || now.Sub(f.keyed) >= keyFrameWithin
}

// configure hands on parameter sets that were in the offer.
func (f *feed) configure() error {
	if f.offer.sps == nil {
		return nil
	}
	return f.handed(f.sink.VideoConfig(f.offer.sps, f.offer.pps))
}

// event takes what came from the network.
func (f *feed) event(ctx context.Context, e event) error {
	track := &f.align.picture
	if e.kind == sound {
		track = &f.align.sound
	}
	if e.report != nil {
		f.align.reported(track, *e.report)
		return f.settle(ctx, e.at)
	}
	if f.began.IsZero() {
		f.began = e.at
	}
	at := track.arrived(e.packet.Timestamp, f.align.moment(e.at))
	for _, p := range f.orders[e.kind].add(arrival{e.packet, at, e.at}) {
		if err := f.packet(ctx, e.kind, p); err != nil {
			return err
		}
	}
	return f.settle(ctx, e.at)
}

// packet takes a packet in its place.
func (f *feed) packet(ctx context.Context, k kind, p ordered) error {
	if k == picture {
		whole, err := f.pictures.add(p)
		if err != nil || whole == nil {
			return err
		}
		if slices.ContainsFunc(whole.NALUs, isKey) {
			f.keyed = p.arrival.at
		}
		return f.picture(ctx, *whole)
	}
	if f.sound == nil {
		track, err := f.open()
		if err != nil {
			return err
		}
		f.sound = track
	}
	return f.sound.add(p.time, p.Payload, f.frame)
}

// encoded is where the encoder's frames come from; nil while there is none.
func (f *feed) encoded() <-chan frame {
	if f.sound == nil {
		return nil
	}
	return f.sound.frames
}

func (f *feed) picture(ctx context.Context, s segment.VideoSample) error {
	f.seen = f.seen || slices.ContainsFunc(s.NALUs, isSlice)
	if f.settled {
		return f.video(ctx, s)
	}
	f.held = append(f.held, s)
	for _, unit := range s.NALUs {
		f.bytes += len(unit)
	}
	return nil
}

// frame takes a frame of sound from its encoder.
func (f *feed) frame(fr frame) error {
	timed := timedFrame{fr, f.sound.time()}
	if f.settled {
		return f.audio(timed)
	}
	f.frames = append(f.frames, timed)
	f.bytes += len(fr.au)
	return nil
}

// settle ends holding back once the clocks agree and there is sound, or after a while.
func (f *feed) settle(ctx context.Context, now time.Time) error {
	ready := !f.offer.sound || f.align.agreed && len(f.frames) > 0
	if f.settled || f.began.IsZero() || !ready && f.bytes < maxHeld && now.Sub(f.began) < settleWithin {
		return nil
	}
	return f.release(ctx)
}

// release hands on what was held back, in the order of its time.
func (f *feed) release(ctx context.Context) error {
	f.settled = true
	f.align.settle()
	if f.sound != nil { // so that what takes it waits for the frames that the encoder still has
		if err := f.configureSound(encodedSound()); err != nil {
			return err
		}
	}
	held, frames := f.held, f.frames
	f.held, f.frames = nil, nil
	for len(held) > 0 || len(frames) > 0 {
		if len(held) == 0 || len(frames) > 0 && f.ticks(frames[0].at) <= held[0].DTS {
			if err := f.audio(frames[0]); err != nil {
				return err
			}
			frames = frames[1:]
			continue
		}
		if err := f.video(ctx, held[0]); err != nil {
			return err
		}
		held = held[1:]
	}
	return nil
}

// ticks puts a time of the sound's clock on the picture's.
func (f *feed) ticks(at int64) int64 { return f.align.sound.ticks(at) + f.align.offset }

func (f *feed) video(ctx context.Context, s segment.VideoSample) error {
	return f.handed(f.sink.Video(ctx, s))
}

func (f *feed) audio(fr timedFrame) error {
	if f.align.settle(); !f.align.known {
		return nil // there was no picture yet with which it could be heard
	}
	if err := f.configureSound(fr.config); err != nil {
		return err
	}
	return f.handed(f.sink.Audio(segment.AudioSample{PTS: f.ticks(fr.at), AU: fr.au}))
}

func (f *feed) configureSound(config mpeg4audio.AudioSpecificConfig) error {
	if config == f.config {
		return nil
	}
	asc, err := config.Marshal()
	if err != nil {
		return err
	}
	f.config = config
	return f.handed(f.sink.AudioConfig(asc))
}

// encodedSound is what the encoder makes of every sound.
func encodedSound() mpeg4audio.AudioSpecificConfig {
	return mpeg4audio.AudioSpecificConfig{Type: mpeg4audio.ObjectTypeAACLC, SampleRate: opusRate, ChannelConfig: 2}
}

// handed notes that the sink takes no more.
func (f *feed) handed(err error) error {
	f.broken = f.broken || err != nil
	return err
}

// finish hands on what is still on its way and ends the encoder of the sound.
func (f *feed) finish(ctx context.Context) {
	if f.sound != nil {
		defer f.sound.close()
	}
	if f.broken {
		return
	}
	if !f.settled && f.release(ctx) != nil || f.sound == nil {
		return
	}
	f.sound.finish()
	late := time.NewTimer(drainWithin)
	defer late.Stop()
	for {
		select {
		case fr, ok := <-f.sound.frames:
			if !ok || f.frame(fr) != nil {
				return
			}
		case <-late.C:
			return
		}
	}
}
