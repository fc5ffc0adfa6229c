package whip

import (
	"context"
	"testing"
	"time"

	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// deaf takes pictures and keeps nothing of them.
type deaf struct{}

func (deaf) VideoConfig([]byte, [][]byte) error               { return nil }
func (deaf) AudioConfig([]byte) error                         { return nil }
func (deaf) Video(context.Context, segment.VideoSample) error { return nil }
func (deaf) Audio(segment.AudioSample) error                  { return nil }
func (deaf) Close(error)                                      {}

// beginnings notes the times of the first picture and of the first frame of sound.
type beginnings struct {
	deaf

	picture, sound int64
	seen, heard    bool
}

func (b *beginnings) Video(_ context.Context, s segment.VideoSample) error {
	if !b.seen {
		b.picture, b.seen = s.PTS, true
	}
	return nil
}

func (b *beginnings) Audio(s segment.AudioSample) error {
	if !b.heard {
		b.sound, b.heard = s.PTS, true
	}
	return nil
}

// Sound that arrives late is put to its picture by the sender's reports. Without reports the
// arrival counts, and the sound stays as late as it came.
func TestSoundIsPutToItsPicture(t *testing.T) {
	for name, tt := range map[string]struct {
		late    time.Duration
		reports bool
		apart   int64 // in ms
	}{
		"by reports":       {0, true, 0},
		"by reports, late": {400 * time.Millisecond, true, 0},
		"by arrival":       {0, false, 0},
		"by arrival, late": {400 * time.Millisecond, false, 400},
	} {
		t.Run(name, func(t *testing.T) {
			sink := &beginnings{}
			feedBoth(t, sink, tt.late, tt.reports)
			apart := sink.sound + priming*segment.Ticks/opusRate - sink.picture
			if !sink.seen || !sink.heard || apart < milliseconds(tt.apart)-2 || apart > milliseconds(tt.apart)+2 {
				t.Errorf("%d ticks apart (picture %v, sound %v)", apart, sink.seen, sink.heard)
			}
		})
	}
}

// feedBoth feeds pictures and sound that were recorded together, the sound late, until a feed
// without reports no longer waits for them.
func feedBoth(t *testing.T, sink *beginnings, late time.Duration, reports bool) {
	t.Helper()
	const videoClock, audioClock, length = 77, 4_000_000_000, 20 * time.Millisecond
	began := time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)
	f := newFeed(sink, &offer{sound: true}, began, func() (*soundTrack, error) {
		return &soundTrack{pages: make(chan page, soundBacklog)}, nil // its frames are made up below
	})
	take := func(e event, at time.Duration) {
		t.Helper()
		e.at = began.Add(at)
		if err := f.event(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	packetizer, number := rtp.NewPacketizer(1200, 96, 1, &codecs.H264Payloader{}, rtp.NewFixedSequencer(1), 90_000), uint16(0)
	for at := time.Duration(0); at < settleWithin+time.Second; at += length {
		for _, packet := range packetizer.Packetize(accessUnit(at == 0, 100), 0) {
			packet.Timestamp = videoClock + uint32(at.Milliseconds()*90)
			take(event{kind: picture, packet: packet}, at)
		}
		if recorded := at - late; recorded >= 0 {
			number++
			take(event{kind: sound, packet: &rtp.Packet{
				Header:  rtp.Header{SequenceNumber: number, Timestamp: audioClock + uint32(recorded.Milliseconds()*48)},
				Payload: opusPacket(),
			}}, at)
			if err := f.frame(frame{config: encodedSound(), au: []byte{1}}); err != nil {
				t.Fatal(err)
			}
		}
		if reports && at%time.Second == 0 {
			ms := uint64(at.Milliseconds())
			take(event{kind: picture, report: &report{ntpAt(ms), videoClock + uint32(ms*90)}}, at)
			take(event{kind: sound, report: &report{ntpAt(ms), audioClock + uint32(ms*48)}}, at)
		}
	}
}

// A browser sends no key frame until it is asked for one: it is asked once one is due, not
// before, and not any more when it has come.
func TestKeyFramesAreAskedForInTime(t *testing.T) {
	began := time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)
	packetizer := rtp.NewPacketizer(1200, 96, 1, &codecs.H264Payloader{}, rtp.NewFixedSequencer(1), 90_000)
	f := newFeed(deaf{}, &offer{}, began, nil)
	needed := func(at time.Duration, key bool) bool {
		for _, packet := range packetizer.Packetize(accessUnit(key, 100), 0) {
			packet.Timestamp = uint32(at.Milliseconds() * 90)
			if err := f.event(t.Context(), event{kind: picture, packet: packet, at: began.Add(at)}); err != nil {
				t.Fatal(err)
			}
		}
		return f.needsKeyFrame(began.Add(at))
	}
	const frame = 100 * time.Millisecond
	for _, tt := range []struct {
		at   time.Duration
		key  bool
		want bool
	}{
		{0, true, true}, // a picture is whole when the next begins
		{frame, false, false},
		{keyFrameWithin, false, false},
		{keyFrameWithin + frame, false, true},
		{keyFrameWithin + 2*frame, true, true},
		{keyFrameWithin + 3*frame, false, false},
	} {
		if got := needed(tt.at, tt.key); got != tt.want {
			t.Errorf("after %s a key frame is needed: %v", tt.at, got)
		}
	}
}
