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
	// ShownWidth is the width in square pixels: that of the picture as viewers see it.
	ShownWidth int
	// FrameRate is what the encoder declares, in frames a second; 0 when it declares
	// none that can be true.
	FrameRate float64
	Depth     int    // bits of a sample
	Chroma    string // how colours are sampled: "4:2:0", "4:2:2", "4:4:4", or "4:0:0" without colours
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
	c.ShownWidth = shownWidth(c.Width, parsed.VUI)
	c.Depth = 8 + int(max(parsed.BitDepthLumaMinus8, parsed.BitDepthChromaMinus8))
	c.Chroma = [...]string{"4:0:0", "4:2:0", "4:2:2", "4:4:4"}[min(parsed.ChromaFormatIdc, 3)]
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

// shownWidth is a width in square pixels (ITU-T H.264, table E-1). A shape that no camera
// has is taken for a mistake.
func shownWidth(width int, vui *h264.SPS_VUI) int {
	if vui == nil || !vui.AspectRatioInfoPresentFlag {
		return width
	}
	const own = 255 // the parameter set has the two numbers
	shapes := [...][2]int{
		{1, 1},
		{1, 1},
		{12, 11},
		{10, 11},
		{16, 11},
		{40, 33},
		{24, 11},
		{20, 11},
		{32, 11},
		{80, 33},
		{18, 11},
		{15, 11},
		{64, 33},
		{160, 99},
		{4, 3},
		{3, 2},
		{2, 1},
	}
	x, y := 1, 1
	switch idc := int(vui.AspectRatioIdc); {
	case idc == own:
		x, y = int(vui.SarWidth), int(vui.SarHeight)
	case idc < len(shapes):
		x, y = shapes[idc][0], shapes[idc][1]
	}
	if x == 0 || y == 0 || x > 4*y || y > 4*x {
		return width
	}
	return (width*x + y/2) / y
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
