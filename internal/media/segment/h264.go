package segment

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// ErrUnsupported is wrapped by errors about codec configurations that cannot be
// segmented; what stands before it says why.
var ErrUnsupported = errors.New("unsupported media")

// maxSide bounds the picture, so that nobody downstream allocates for a size that
// no encoder sends. It is that of 8K UHD.
const maxSide = 7680

// VideoConfig is an H.264 configuration (ISO/IEC 14496-15, 5.3.3).
type VideoConfig struct {
	SPS    []byte
	PPS    [][]byte
	Width  int // pixels, after cropping
	Height int
	// FrameRate is what the encoder declares, in frames a second; 0 when it declares
	// none that can be true.
	FrameRate float64
}

// NewVideoConfig reads a configuration from its parameter sets.
func NewVideoConfig(sps []byte, pps [][]byte) (VideoConfig, error) {
	if len(sps) < 4 || len(pps) == 0 || slices.ContainsFunc(pps, func(p []byte) bool { return len(p) == 0 }) {
		return VideoConfig{}, fmt.Errorf("H.264 without parameter sets: %w", ErrUnsupported)
	}
	var parsed h264.SPS
	if err := parsed.Unmarshal(sps); err != nil {
		return VideoConfig{}, fmt.Errorf("unreadable H.264 parameter set (%w): %w", err, ErrUnsupported)
	}
	c := VideoConfig{SPS: bytes.Clone(sps), Width: parsed.Width(), Height: parsed.Height()}
	for _, p := range pps {
		c.PPS = append(c.PPS, bytes.Clone(p))
	}
	if c.Width < 16 || c.Height < 16 || c.Width > maxSide || c.Height > maxSide {
		return VideoConfig{}, fmt.Errorf("picture of %dx%d: %w", c.Width, c.Height, ErrUnsupported)
	}
	if fps := parsed.FPS(); fps >= 1 && fps <= 240 {
		c.FrameRate = fps
	}
	return c, nil
}

// Codec is the value for CODECS attributes (RFC 6381, 3.3).
func (c VideoConfig) Codec() string {
	return fmt.Sprintf("avc1.%02x%02x%02x", c.SPS[1], c.SPS[2], c.SPS[3])
}

func (c VideoConfig) equal(o VideoConfig) bool {
	return bytes.Equal(c.SPS, o.SPS) && slices.EqualFunc(c.PPS, o.PPS, bytes.Equal)
}

// accessUnit is a sample taken apart.
type accessUnit struct {
	sps    []byte
	pps    [][]byte
	units  [][]byte // everything else that is worth keeping
	key    bool     // an IDR picture: decoding can start here
	slices bool     // there is a picture at all
}

// readAccessUnit sorts the NAL units of a sample (ITU-T H.264, table 7-1).
// Delimiters and filler are dropped: CMAF needs neither, and filler is what a
// constant-rate encoder pads with.
func readAccessUnit(nalus [][]byte) accessUnit {
	var au accessUnit
	for _, nalu := range nalus {
		if len(nalu) == 0 {
			continue
		}
		switch h264.NALUType(nalu[0] & 0x1F) {
		case h264.NALUTypeAccessUnitDelimiter, h264.NALUTypeFillerData, h264.NALUTypeEndOfSequence, h264.NALUTypeEndOfStream:
		case h264.NALUTypeSPS:
			au.sps = nalu
		case h264.NALUTypePPS:
			au.pps = append(au.pps, nalu)
		case h264.NALUTypeIDR:
			au.key, au.slices = true, true
			au.units = append(au.units, nalu)
		case h264.NALUTypeNonIDR, h264.NALUTypeDataPartitionA:
			au.slices = true
			au.units = append(au.units, nalu)
		default:
			au.units = append(au.units, nalu)
		}
	}
	return au
}

// payload joins the unit in the length-prefixed form of ISO/IEC 14496-15, 5.3.4.2.
// A key frame carries the parameter sets, so that a decoder that joins at any
// segment has them whatever initialisation it saw first; a picture in between
// keeps the picture parameter sets it brought.
func (au accessUnit) payload(c VideoConfig) []byte {
	units := au.units
	switch {
	case au.key:
		units = slices.Concat([][]byte{c.SPS}, c.PPS, au.units)
	case len(au.pps) > 0:
		units = slices.Concat(au.pps, au.units)
	}
	size := 0
	for _, unit := range units {
		size += 4 + len(unit)
	}
	out := make([]byte, 0, size)
	for _, unit := range units {
		n := len(unit)
		out = append(out, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		out = append(out, unit...)
	}
	return out
}
