package channel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// The maths of WCAG 2.2: relative luminance and contrast ratio of sRGB colours.
// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

type rgb [3]uint8

var (
	white = rgb{255, 255, 255}
	black = rgb{}
	ink   = rgb{0x14, 0x16, 0x1b} // near-black for text on bright plates
	night = rgb{0x05, 0x07, 0x0b} // what media stand on, in every channel
)

var hexColor = text.NewPattern(`^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)

// parseColor reads "#rgb" or "#rrggbb" and nothing else: what passes may be written
// into a style sheet.
func parseColor(s string) (rgb, bool) {
	if !hexColor.MatchString(s) {
		return rgb{}, false
	}
	digits := s[1:]
	if len(digits) == 3 {
		digits = strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:], 2)
	}
	v, err := strconv.ParseUint(digits, 16, 24)
	if err != nil {
		return rgb{}, false
	}
	return rgb{uint8(v >> 16), uint8(v >> 8 & 0xff), uint8(v & 0xff)}, true
}

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// alpha writes the colour at an opacity in percent.
func (c rgb) alpha(percent int) string {
	return fmt.Sprintf("rgba(%d,%d,%d,%s)", c[0], c[1], c[2], strconv.FormatFloat(float64(percent)/100, 'f', -1, 64))
}

// mix lays part of c over the rest of under.
func (c rgb) mix(under rgb, part float64) rgb {
	var out rgb
	for i := range c {
		out[i] = uint8(math.Round(float64(c[i])*part + float64(under[i])*(1-part)))
	}
	return out
}

func (c rgb) luminance() float64 {
	var l [3]float64
	for i, v := range c {
		s := float64(v) / 255
		if s <= 0.04045 {
			l[i] = s / 12.92
		} else {
			l[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// ratio is the contrast of two colours, from 1 to 21.
func ratio(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// worst is the lowest contrast of c with any of the grounds.
func worst(c rgb, grounds []rgb) float64 {
	low := math.Inf(1)
	for _, g := range grounds {
		low = min(low, ratio(c, g))
	}
	return low
}

// reachStep is how far reach moves a colour at a time.
const reachStep = 0.04

// reach moves c towards each of the targets in turn, in steps of 4%, until it has the
// least contrast wanted with every ground. Where none gets there it returns the
// target that comes closest.
func reach(c rgb, grounds []rgb, least float64, targets ...rgb) rgb {
	best := c
	for _, target := range targets {
		for part := 1.0; part > -reachStep/2; part -= reachStep {
			m := c.mix(target, max(part, 0))
			if worst(m, grounds) >= least {
				return m
			}
		}
		if worst(target, grounds) > worst(best, grounds) {
			best = target
		}
	}
	return best
}

// hue is the colour's angle in degrees on the colour wheel; ok is false for greys,
// whose hue nobody sees.
func (c rgb) hue() (degrees float64, ok bool) {
	r, g, b := float64(c[0])/255, float64(c[1])/255, float64(c[2])/255
	high, low := max(r, g, b), min(r, g, b)
	spread := high - low
	if spread < 0.08 {
		return 0, false
	}
	switch high {
	case r:
		degrees = 60 * math.Mod((g-b)/spread, 6)
	case g:
		degrees = 60 * ((b-r)/spread + 2)
	default:
		degrees = 60 * ((r-g)/spread + 4)
	}
	return math.Mod(degrees+360, 360), true
}

// hueDistance is the smaller angle between two hues.
func hueDistance(a, b float64) float64 {
	d := math.Abs(a - b)
	return min(d, 360-d)
}

// onColor is the text colour for a coloured ground: white where it reaches least,
// else ink, else the black that then must.
func onColor(ground rgb, least float64) rgb {
	for _, c := range []rgb{white, ink} {
		if ratio(c, ground) >= least {
			return c
		}
	}
	if ratio(black, ground) >= ratio(white, ground) {
		return black
	}
	return white
}

// teamContrast suffices on team plates, which carry large text only (scores, crests).
const teamContrast = 3.2

// OnTeam returns the text colour for a plate in a team's colour, white or near-black;
// "" when color is not a colour.
func OnTeam(color string) string {
	c, ok := parseColor(color)
	if !ok {
		return ""
	}
	return onColor(c, teamContrast).String()
}

// IsColor reports whether s is a colour as operators may write it: #rgb or #rrggbb.
func IsColor(s string) bool { return hexColor.MatchString(s) }
