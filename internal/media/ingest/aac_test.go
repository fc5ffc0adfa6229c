package ingest

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// heard keeps the sound that is handed on.
type heard struct {
	configs, frames [][]byte
}

func (*heard) VideoConfig([]byte, [][]byte) error               { return nil }
func (*heard) Video(context.Context, segment.VideoSample) error { return nil }
func (*heard) Close(error)                                      {}

func (h *heard) AudioConfig(asc []byte) error {
	h.configs = append(h.configs, asc)
	_, err := segment.NewAudioConfig(asc)
	return err
}

func (h *heard) Audio(a segment.AudioSample) error {
	h.frames = append(h.frames, a.AU)
	return nil
}

// program writes a program config element with a comment: so many front, side, back and low elements,
// a pair for each P.
func program(lead uint64, leadBits int, front, side, back string, low int) []byte {
	var b []byte
	used := 0
	write := func(v uint64, n int) {
		for i := n - 1; i >= 0; i-- {
			if used%8 == 0 {
				b = append(b, 0)
			}
			b[len(b)-1] |= byte(v>>i&1) << (7 - used%8)
			used++
		}
	}
	write(lead, leadBits)
	write(0, 4)
	write(1, 2)
	write(3, 4)
	write(uint64(len(front)), 4)
	write(uint64(len(side)), 4)
	write(uint64(len(back)), 4)
	write(uint64(low), 2)
	write(0, 3+4)
	write(1, 1) // a mixdown
	write(5, 4)
	write(0, 2)
	for _, kind := range front + side + back {
		if kind == 'P' {
			write(1, 1)
		} else {
			write(0, 1)
		}
		write(0, 4)
	}
	for range low {
		write(0, 4)
	}
	for used%8 != 0 {
		write(0, 1)
	}
	return append(b, 3, 'L', 'a', 'v')
}

// The configuration of a decoder: AAC-LC of 48 kHz with a channel configuration of 0, 16 bits.
const undescribedASC, ascBits = 0b00010_0011_0000_000, 16

func channelsOf(t *testing.T, asc []byte) int {
	t.Helper()
	var c mpeg4audio.AudioSpecificConfig
	if err := c.Unmarshal(asc); err != nil {
		t.Fatal(err)
	}
	return int(c.ChannelConfig)
}

func TestSoundThatDescribesItsChannels(t *testing.T) {
	for name, tt := range map[string]struct {
		front, side, back string
		low, want         int
	}{
		"mono": {"S", "", "", 0, 1}, "stereo": {"P", "", "", 0, 2}, "5.1 at the back": {"SP", "", "P", 1, 6},
		"5.1 at the sides": {"SP", "P", "", 1, 6}, "7.1": {"SP", "P", "P", 1, 7}, "5.0": {"SP", "P", "", 0, 5},
		"quadraphonic": {"P", "", "P", 0, 0}, "2.1": {"P", "", "", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			frame := []byte{0x21, 1, 2, 3}
			inConfig, inFrame := &heard{}, &heard{}
			first := NewAAC(inConfig)
			errConfig := first.Config(program(undescribedASC>>1<<1, ascBits, tt.front, tt.side, tt.back, tt.low))
			second := NewAAC(inFrame)
			errFrame := second.Config([]byte{undescribedASC >> 8, undescribedASC & 0xFF})
			if errFrame == nil {
				errFrame = second.Frame(segment.AudioSample{AU: append(program(5, 3, tt.front, tt.side, tt.back, tt.low), frame...)})
			}
			if tt.want == 0 {
				if CodeOf(errConfig) != "sound_channels" || CodeOf(errFrame) != "sound_channels" {
					t.Errorf("%v, %v", errConfig, errFrame)
				}
				return
			}
			if errConfig == nil {
				errConfig = first.Frame(segment.AudioSample{AU: frame})
			}
			if errConfig != nil || errFrame != nil {
				t.Fatal(errConfig, errFrame)
			}
			for _, h := range []*heard{inConfig, inFrame} {
				if len(h.configs) != 1 || channelsOf(t, h.configs[0]) != tt.want || len(h.frames) != 1 || !bytes.Equal(h.frames[0], frame) {
					t.Errorf("%x, %x", h.configs, h.frames)
				}
			}
		})
	}
}

// A description that never comes, or channels of a reserved number, are told as such and not as a codec.
func TestSoundWithoutChannels(t *testing.T) {
	s := NewAAC(&heard{})
	err := s.Config([]byte{undescribedASC >> 8, undescribedASC & 0xFF})
	for n := 0; err == nil && n <= maxUndescribed; n++ {
		err = s.Frame(segment.AudioSample{AU: []byte{0x21, 1}})
	}
	if CodeOf(err) != "sound_channels" {
		t.Error(err)
	}
	if err := s.Config([]byte{0x11, 0xE0}); CodeOf(err) != "sound_channels" { // configuration 12
		t.Error(err)
	}
}

// A configuration whose bits run out is ignored, at first and later. Only sound that never has another one ends the
// connection.
func TestTornSoundConfigurationsAreIgnored(t *testing.T) {
	frame := segment.AudioSample{AU: []byte{0x21, 1}}
	for _, torn := range [][]byte{nil, {0x11}, {0x2B, 0x11, 0x88}, {0x17, 0x80, 0x01}} {
		h := &heard{}
		s := NewAAC(h)
		steps := []func() error{
			func() error { return s.Config(torn) },
			func() error { return s.Frame(frame) },
			func() error { return s.Config([]byte{0x11, 0x90}) },
			func() error { return s.Frame(frame) },
			func() error { return s.Config(torn) },
			func() error { return s.Frame(frame) },
		}
		for i, step := range steps {
			if err := step(); err != nil {
				t.Fatalf("%x, step %d: %v", torn, i, err)
			}
		}
		if len(h.configs) != 1 || len(h.frames) != 2 {
			t.Errorf("%x: configurations %x, frames %x", torn, h.configs, h.frames)
		}
	}
	s := NewAAC(&heard{})
	err := s.Config([]byte{0x11})
	for n := 0; err == nil && n <= maxUndescribed; n++ {
		err = s.Frame(frame)
	}
	if CodeOf(err) != "codec" {
		t.Error(err)
	}
}

// A torn configuration leaves sound that describes its channels itself as it was.
func TestATornConfigurationKeepsTheLayout(t *testing.T) {
	h := &heard{}
	s := NewAAC(h)
	frame := segment.AudioSample{AU: []byte{0x21, 1, 2, 3}}
	err := s.Config(program(undescribedASC>>1<<1, ascBits, "SP", "", "P", 1))
	if err == nil {
		err = s.Config([]byte{0x11})
	}
	if err == nil {
		err = s.Frame(segment.AudioSample{AU: append(program(5, 3, "SP", "", "P", 1), frame.AU...)})
	}
	if err != nil || len(h.configs) != 1 || len(h.frames) != 1 || !bytes.Equal(h.frames[0], frame.AU) {
		t.Errorf("%v: configurations %x, frames %x", err, h.configs, h.frames)
	}
}

// A program config element with another layout gives a new configuration, and ends the connection when players do not
// support the layout.
func TestAChannelLayoutThatChanges(t *testing.T) {
	frame := []byte{0x21, 1, 2, 3}
	stereo := append(program(5, 3, "P", "", "", 0), frame...)
	surround := append(program(5, 3, "SP", "", "P", 1), frame...)
	for name, inConfig := range map[string]bool{"first layout in the configuration": true, "first layout in a frame": false} {
		h := &heard{}
		s := NewAAC(h)
		asc := []byte{undescribedASC >> 8, undescribedASC & 0xFF}
		if inConfig {
			asc = program(undescribedASC>>1<<1, ascBits, "P", "", "", 0)
		}
		err := s.Config(asc)
		for _, au := range [][]byte{stereo, frame, stereo, surround, frame, surround, stereo} {
			if err == nil {
				err = s.Frame(segment.AudioSample{AU: au})
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var channels []int
		for _, asc := range h.configs {
			channels = append(channels, channelsOf(t, asc))
		}
		if !slices.Equal(channels, []int{2, 6, 2}) || len(h.frames) != 7 {
			t.Errorf("%s: configurations with %v channels, %d frames", name, channels, len(h.frames))
		}
		if err := s.Frame(segment.AudioSample{AU: append(program(5, 3, "P", "", "P", 0), frame...)}); CodeOf(err) != "sound_channels" {
			t.Errorf("%s: a layout that players do not support: %v", name, err)
		}
	}
}
