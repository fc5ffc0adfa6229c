package segment

import (
	"bytes"
	"fmt"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
)

// AudioConfig is an AAC configuration.
type AudioConfig struct {
	ASC        []byte // AudioSpecificConfig, ISO/IEC 14496-3, 1.6.2.1
	SampleRate int64  // Hz of the core coder; also the rendition's units in a second
	Channels   int
	FrameSize  int64 // samples in a frame
	codec      string
}

// NewAudioConfig reads a configuration from its AudioSpecificConfig.
func NewAudioConfig(asc []byte) (AudioConfig, error) {
	var parsed mpeg4audio.AudioSpecificConfig
	if err := parsed.Unmarshal(asc); err != nil {
		return AudioConfig{}, fmt.Errorf("AAC configuration (%w): %w", err, ErrUnsupported)
	}
	if parsed.ChannelConfig < 1 || parsed.ChannelConfig > 7 {
		return AudioConfig{}, fmt.Errorf("AAC channel configuration %d: %w", parsed.ChannelConfig, ErrUnsupported)
	}
	if parsed.SampleRate < 7350 || parsed.SampleRate > 96000 {
		return AudioConfig{}, fmt.Errorf("AAC at %d Hz: %w", parsed.SampleRate, ErrUnsupported)
	}
	c := AudioConfig{
		ASC:        bytes.Clone(asc),
		SampleRate: int64(parsed.SampleRate),
		Channels:   int(parsed.ChannelConfig),
		FrameSize:  1024,
		codec:      "mp4a.40.2",
	}
	if parsed.FrameLengthFlag {
		c.FrameSize = 960
	}
	if parsed.ExtensionType != 0 {
		c.codec = fmt.Sprintf("mp4a.40.%d", parsed.ExtensionType)
	}
	return c, nil
}

// SilentAudio is the configuration of the rendition of a run without sound: 48 kHz
// stereo AAC-LC.
func SilentAudio() AudioConfig {
	return AudioConfig{
		ASC:        []byte{0x11, 0x90},
		SampleRate: 48000,
		Channels:   2,
		FrameSize:  1024,
		codec:      "mp4a.40.2",
	}
}

// Codec is the value for CODECS attributes (RFC 6381, 3.3).
func (c AudioConfig) Codec() string { return c.codec }

func (c AudioConfig) equal(o AudioConfig) bool { return bytes.Equal(c.ASC, o.ASC) }

// Syntactic elements of a raw data block (ISO/IEC 14496-3, table 4.85).
const (
	elementSingle = 0
	elementPair   = 1
	elementLFE    = 3
	elementEnd    = 7
)

// silence is one frame without sound: a raw_data_block (ISO/IEC 14496-3, 4.4.2.1)
// whose channels have no scale factor bands at all, which is the same for every
// sample rate.
func (c AudioConfig) silence() []byte {
	layouts := [][]uint64{
		{elementSingle},
		{elementPair},
		{elementSingle, elementPair},
		{elementSingle, elementPair, elementSingle},
		{elementSingle, elementPair, elementPair},
		{elementSingle, elementPair, elementPair, elementLFE},
		{elementSingle, elementPair, elementPair, elementPair, elementLFE},
	}
	var w bitWriter
	var tags [8]uint64
	for _, element := range layouts[c.Channels-1] {
		w.write(element, 3)
		w.write(tags[element], 4)
		tags[element]++
		if element == elementPair {
			w.write(1, 1) // common_window
			w.silentWindow()
			w.write(0, 2) // ms_mask_present
			w.silentChannel(false)
			w.silentChannel(false)
			continue
		}
		w.silentChannel(true)
	}
	w.write(elementEnd, 3)
	return w.out
}

// bitWriter collects bits, most significant first.
type bitWriter struct {
	out  []byte
	used int // bits used of the last byte
}

func (w *bitWriter) write(value uint64, bits int) {
	for i := bits - 1; i >= 0; i-- {
		if w.used%8 == 0 {
			w.out, w.used = append(w.out, 0), 0
		}
		w.out[len(w.out)-1] |= byte(value>>i&1) << (7 - w.used)
		w.used++
	}
}

// silentWindow is ics_info (table 4.6) of one long window without bands.
func (w *bitWriter) silentWindow() {
	w.write(0, 1) // ics_reserved_bit
	w.write(0, 2) // window_sequence: ONLY_LONG_SEQUENCE
	w.write(0, 1) // window_shape
	w.write(0, 6) // max_sfb
	w.write(0, 1) // predictor_data_present
}

// silentChannel is individual_channel_stream (table 4.50) without data.
func (w *bitWriter) silentChannel(withWindow bool) {
	w.write(0, 8) // global_gain
	if withWindow {
		w.silentWindow()
	}
	w.write(0, 3) // no pulse, temporal noise shaping or gain control data
}
