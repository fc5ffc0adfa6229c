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
