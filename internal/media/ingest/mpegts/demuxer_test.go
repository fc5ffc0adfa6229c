package mpegts

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mpegts"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mpegts/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mpegts/substructs"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// notes is a sink that remembers.
type notes struct {
	Configs [][]byte
	Video   []segment.VideoSample
	Audio   []segment.AudioSample
}

type noting struct{ *notes }

func (n noting) VideoConfig([]byte, [][]byte) error { return nil }

func (n noting) AudioConfig(asc []byte) error { n.Configs = append(n.Configs, asc); return nil }

func (n noting) Video(_ context.Context, v segment.VideoSample) error {
	n.notes.Video = append(n.notes.Video, v)
	return nil
}

func (n noting) Audio(a segment.AudioSample) error {
	n.notes.Audio = append(n.notes.Audio, a)
	return nil
}

func (n noting) Close(error) {}

// muxed is a stream written by the library: pictures every 3,000 ticks from a time on,
// each with a frame of sound, and what a demuxer should make of it.
func muxed(t rapid.TB, from int64, pictures int, size func() int) ([]byte, notes) {
	t.Helper()
	var out bytes.Buffer
	video := &mpegts.Track{PID: 256, Codec: &codecs.H264{}}
	audio := &mpegts.Track{PID: 257, Codec: &codecs.MPEG4Audio{Config: mpeg4audio.AudioSpecificConfig{
		Type: mpeg4audio.ObjectTypeAACLC, SampleRate: 48000, ChannelConfig: 2,
	}}}
	w := &mpegts.Writer{W: &out, Tracks: []*mpegts.Track{video, audio}}
	if err := w.Initialize(); err != nil {
		t.Fatal(err)
	}
	want := notes{Configs: [][]byte{{0x11, 0x90}}}
	for i := range pictures {
		dts := from + int64(i)*3000
		unit := bytes.Repeat([]byte{byte(i + 2)}, size())
		unit[0] = 0x41
		if i%30 == 0 {
			unit[0] = 0x65
		}
		if err := w.WriteH264(video, dts+6000, dts, [][]byte{unit}); err != nil {
			t.Fatal(err)
		}
		sound := bytes.Repeat([]byte{0x21, byte(i)}, 60)
		if err := w.WriteMPEG4Audio(audio, dts, [][]byte{sound, sound}); err != nil {
			t.Fatal(err)
		}
		want.Video = append(want.Video, segment.VideoSample{DTS: dts, PTS: dts + 6000, NALUs: [][]byte{{0x09, 0xF0}, unit}})
		want.Audio = append(want.Audio, segment.AudioSample{PTS: dts, AU: sound}, segment.AudioSample{PTS: dts + 1920, AU: sound})
	}
	return out.Bytes(), want
}

func thousand() int { return 1000 }

// demux feeds a stream in pieces of any size.
func demux(t rapid.TB, stream []byte, piece func() int) notes {
	t.Helper()
	var got notes
	d := New(noting{&got})
	for len(stream) > 0 {
		n := min(piece(), len(stream))
		if _, err := d.Write(context.Background(), stream[:n]); err != nil {
			t.Fatal(err)
		}
		stream = stream[n:]
	}
	return got
}

// What the library writes comes out as it went in, however the network cuts it, and
// also where the clock of 33 bits begins anew; but for the last picture, of which nothing
// says that it is whole.
func TestSamplesComeOutAsTheyWentIn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from := rapid.SampledFrom([]int64{0, 900_000, clockPeriod - 20_000}).Draw(rt, "from")
		stream, want := muxed(rt, from, rapid.IntRange(2, 40).Draw(rt, "pictures"), func() int {
			return rapid.IntRange(2, 2000).Draw(rt, "size")
		})
		got := demux(rt, stream, func() int { return rapid.SampledFrom([]int{1, 188, 1316, 700}).Draw(rt, "piece") })
		want.Video = want.Video[:len(want.Video)-1]
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatal(diff)
		}
	})
}

func TestATornPictureIsLeftOut(t *testing.T) {
	stream, want := muxed(t, 0, 10, thousand)
	var kept []byte
	torn := 0
	for p := range slices.Chunk(stream, packetSize) {
		video := p[1]&0x1F == 1 && p[2] == 0
		if video && p[1]&0x40 != 0 {
			torn++
		}
		if video && torn == 5 && p[1]&0x40 == 0 {
			torn = 100 // once
			continue
		}
		kept = append(kept, p...)
	}
	got := demux(t, kept, func() int { return 1316 })
	want.Video = append(want.Video[:4:4], want.Video[5:9]...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Sound whose frames lie across packets keeps its times.
func TestFramesAcrossPackets(t *testing.T) {
	frame := append([]byte{0xFF, 0xF1, 0x4C, 0x80, 0, 0, 0xFC}, bytes.Repeat([]byte{7}, 50)...)
	frame[3], frame[4], frame[5] = frame[3]|byte(len(frame)>>11), byte(len(frame)>>3), byte(len(frame)<<5)
	line := bytes.Repeat(frame, 4)
	var got notes
	d := New(noting{&got})
	for i, c := range []content{
		{pts: 9000, timed: true, data: line[:70]}, // one frame, and the head of another
		{pts: 99_000, timed: true, data: line[70:150]},
		{data: line[150:]}, // without a time
	} {
		if err := d.deliverAudio(c); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	times := make([]int64, 0, 4)
	for _, a := range got.Audio {
		times = append(times, a.PTS)
		if len(a.AU) != 50 {
			t.Errorf("frame of %d bytes", len(a.AU))
		}
	}
	if diff := cmp.Diff([]int64{9000, 10920, 99_000, 100_920}, times); diff != "" {
		t.Error(diff)
	}
}

// What cannot be taken is named, so that whoever set the encoder up can change it.
func TestOtherCodecsAreNamed(t *testing.T) {
	for want, track := range map[string]*mpegts.Track{
		"video is HEVC (H.265), not H.264": {PID: 256, Codec: &codecs.H265{}},
		"video is MPEG-2, not H.264":       {PID: 256, Codec: &codecs.MPEG1Video{}},
		"audio is Opus, not AAC":           {PID: 256, Codec: &codecs.Opus{Desc: &substructs.OpusAudioDescriptor{ChannelConfigCode: 2}}},
		"audio is AC-3, not AAC":           {PID: 256, Codec: &codecs.AC3{SampleRate: 48000, ChannelCount: 2}},
		"audio is MPEG audio, not AAC":     {PID: 256, Codec: &codecs.MPEG1Audio{}},
	} {
		var out bytes.Buffer
		w := &mpegts.Writer{W: &out, Tracks: []*mpegts.Track{track}}
		if err := w.Initialize(); err != nil {
			t.Fatal(err)
		}
		var err error
		switch track.Codec.(type) {
		case *codecs.H265:
			err = w.WriteH265(track, 0, 0, [][]byte{{0x26, 1, 2}})
		case *codecs.MPEG1Video:
			err = w.WriteMPEG1Video(track, 0, []byte{0, 0, 1, 0xB3, 1, 2, 3, 4})
		case *codecs.Opus:
			err = w.WriteOpus(track, 0, [][]byte{{0xFC, 1}})
		case *codecs.AC3:
			err = w.WriteAC3(track, 0, []byte{0x0B, 0x77, 0, 0, 0, 0})
		case *codecs.MPEG1Audio:
			err = w.WriteMPEG1Audio(track, 0, [][]byte{{0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0}})
		}
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		_, err = New(noting{&notes{}}).Write(t.Context(), out.Bytes())
		if !errors.Is(err, ingest.ErrCodec) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// checkHeld fails where a demuxer holds more than its bounds.
func checkHeld(t rapid.TB, d *Demuxer) {
	t.Helper()
	maps := 0
	for _, s := range d.programs.sections {
		maps += len(s.buffer)
	}
	table := 0
	for _, entries := range d.programs.table.entries {
		table += len(entries)
	}
	if table > maxSection*maxPrograms {
		t.Fatalf("holds %d bytes of the association table", table)
	}
	if len(d.partial) >= packetSize || len(d.pat.buffer) > 2*maxSection || maps > 2*maxSection*maxPrograms || len(d.sound.rest) > maxAudio {
		t.Fatalf("holds %d, %d, %d and %d bytes", len(d.partial), len(d.pat.buffer), maps, len(d.sound.rest))
	}
}

// Whatever comes, it passes or fails; it makes the demuxer hold little, and ends nothing else.
func TestSurvivesAnything(t *testing.T) {
	whole, _ := muxed(t, 0, 20, thousand)
	rapid.Check(t, func(rt *rapid.T) {
		stream := bytes.Clone(whole)
		for range rapid.IntRange(0, 60).Draw(rt, "faults") {
			stream[rapid.IntRange(0, len(stream)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		stream = stream[rapid.IntRange(0, 1000).Draw(rt, "begin"):]
		stream = append(stream, rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(rt, "noise")...)
		d := New(noting{&notes{}})
		if _, err := d.Write(context.Background(), stream); err != nil && ingest.CodeOf(err) == ingest.Unknown {
			rt.Fatal(err)
		}
		checkHeld(rt, d)
	})
}

func TestWhatIsNoStreamIsSaidToBeNone(t *testing.T) {
	for name, b := range map[string][]byte{
		"text":         bytes.Repeat([]byte("GET / HTTP/1.1\r\n"), 10_000),
		"empty frames": bytes.Repeat(append([]byte{syncByte, 0x1F, 0xFF, 0x10}, make([]byte, 184)...), 1000),
	} {
		if _, err := New(noting{&notes{}}).Write(t.Context(), b); !errors.Is(err, ErrNotTS) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A picture that never ends is refused before it is held.
func TestAnEndlessPictureIsRefused(t *testing.T) {
	stream, _ := muxed(t, 0, 1, thousand)
	d := New(noting{&notes{}})
	if _, err := d.Write(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	packet := append([]byte{syncByte, 0x01, 0x00, 0x10}, make([]byte, 184)...)
	packet[1] |= 0x40
	copy(packet[4:], []byte{0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0})
	var err error
	for i := 0; err == nil && i < maxVideo/100; i++ {
		packet[3] = 0x10 | (d.video.counter+1)&0x0F
		_, err = d.Write(t.Context(), packet)
		packet[1] &^= 0x40
	}
	if !errors.Is(err, ingest.ErrExcess) {
		t.Error(err)
	}
}
