package rtmp_test

import (
	"bytes"
	"testing"

	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// trackTag is one track's part of an enhanced message with several tracks.
func trackTag(head, kind byte, codec string, track byte, body ...byte) []byte {
	return concat([]byte{head, kind}, []byte(codec), []byte{track}, body)
}

// Of several tracks of pictures and of sound, only the first that can be recorded is.
func TestTheFirstOfSeveralTracksIsRecorded(t *testing.T) {
	const (
		sounds, pictures = 0x95, 0xA6
		config, frames   = 0, 1
		framesX          = 3 // without a composition time
	)
	first, second := bytes.Repeat([]byte{0x21, 0xA1, 0xA2}, 30), bytes.Repeat([]byte{0x21, 0xB1, 0xB2}, 30)
	firstASC, secondASC := []byte{0x11, 0x90}, []byte{0x12, 0x08} // 48 kHz in stereo, 44.1 kHz in mono
	other := h264Units(t, 3)
	for _, unit := range other {
		for i, nalu := range unit {
			unit[i] = append(bytes.Clone(nalu), 0xC1, 0xC2, 0xC3, 0xC4)
		}
	}
	for name, main := range map[string]func(kind byte, body ...byte) []byte{
		"with messages of the old form": func(kind byte, body ...byte) []byte { return append([]byte{0xAF, kind}, body...) },
		"with enhanced messages": func(kind byte, body ...byte) []byte {
			return concat([]byte{0x90 | kind}, []byte("mp4a"), body)
		},
		"with a track of Opus in front": func(kind byte, body ...byte) []byte {
			return trackTag(sounds, kind, "mp4a", 2, body...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			units := threeSeconds(t)
			s := newStudio(t, nil)
			w := s.connectWire(goodKey)
			w.units(0, units[:1])
			w.send(message(kindAudio, 0, trackTag(sounds, config, "Opus", 3, 1, 2, 3)))
			w.send(message(kindAudio, 0, main(config, firstASC...)))
			w.send(message(kindAudio, 0, trackTag(sounds, config, "mp4a", 1, secondASC...)))
			for i := 1; i < len(units); i++ {
				at := frameTime(i)
				w.send(message(kindAudio, at, trackTag(sounds, frames, "Opus", 3, second...)))
				w.send(message(kindAudio, at, main(frames, first...)))
				w.send(message(kindAudio, at, trackTag(sounds, frames, "mp4a", 1, second...)))
				w.units(i, units[i:i+1])
				w.send(message(kindVideo, at, trackTag(pictures, framesX, "avc1", 1, lengths(other[i])...)))
			}
			w.end()
			_ = s.Reason(t)
			snapshot := s.Index.Load()
			if len(snapshot.Runs) != 1 || !bytes.Equal(snapshot.Runs[0].Audio.ASC, firstASC) {
				t.Errorf("%d runs with the configuration %x of sound, then %x", len(snapshot.Runs), snapshot.Runs[0].Audio.ASC, snapshot.LastRun().Audio.ASC)
			}
			if got := s.frames(); got != len(units) {
				t.Errorf("recorded %d pictures of %d", got, len(units))
			}
			sound := ingesttest.File(snapshot, snapshot.Runs[0], segment.Audio)
			if n := bytes.Count(sound, first); n < len(units)/2 {
				t.Errorf("%d frames of the first sound track", n)
			}
			if n := bytes.Count(sound, second); n > 0 {
				t.Errorf("%d frames of the second sound track", n)
			}
			if picture := ingesttest.File(snapshot, snapshot.Runs[0], segment.Video); bytes.Contains(picture, []byte{0xC1, 0xC2, 0xC3, 0xC4}) {
				t.Error("pictures of the second track are recorded")
			}
		})
	}
}
