package transcode

import (
	"cmp"
	"fmt"
	"strings"
)

// Colour is how the pictures of a file code colours, by ffmpeg's names; "unknown" or empty
// where the file does not say.
type Colour struct {
	Transfer  string
	Primaries string
	Matrix    string
	Pixels    string // pixel format
}

// Transfer functions of high dynamic range (Rec. ITU-R BT.2100).
const (
	transferPQ  = "smpte2084"
	transferHLG = "arib-std-b67"
	wideGamut   = "bt2020"
)

// IsHDR reports whether the pictures have a high dynamic range.
func (c Colour) IsHDR() bool { return c.Transfer == transferPQ || c.Transfer == transferHLG }

// isRGB reports whether the pictures are coded in red, green and blue.
func (c Colour) isRGB() bool {
	for _, prefix := range []string{"rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2rgb", "x2bgr", "pal8"} {
		if strings.HasPrefix(c.Pixels, prefix) {
			return true
		}
	}
	return false
}

// filter brings pictures of a high dynamic range or a wide gamut to BT.709, which every
// device shows, and is empty for others. 203 cd/m² is the white of a page in HDR (Rep. ITU-R
// BT.2408), and five times as much the brightest light that is told apart. Pictures are made
// small first: the conversion takes many times as long as all else.
func (c Colour) filter(largest Rung) string {
	known := func(value, otherwise string) string {
		if value == "unknown" {
			value = ""
		}
		return cmp.Or(value, otherwise)
	}
	switch {
	case c.IsHDR():
		return fmt.Sprintf("zscale=w=%d:h=%d:tin=%s:pin=%s:min=%s:t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,"+
			"tonemap=tonemap=mobius:desat=0:peak=5,zscale=t=bt709:m=bt709:r=tv,format=yuv420p",
			largest.Width, largest.Height, c.Transfer, known(c.Primaries, wideGamut), known(c.Matrix, "bt2020nc"))
	case c.Primaries == wideGamut:
		return fmt.Sprintf("zscale=w=%d:h=%d:tin=bt709:min=%s:p=bt709:t=bt709:m=bt709:r=tv,format=yuv420p",
			largest.Width, largest.Height, known(c.Matrix, "bt2020nc"))
	case c.isRGB():
		return fmt.Sprintf("scale=%d:%d:out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv",
			largest.Width, largest.Height)
	}
	return ""
}
