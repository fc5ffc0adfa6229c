package channel

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/fault"
)

// Contrast that text and marks must reach: WCAG 2.2, 1.4.3 and 1.4.11.
const (
	textContrast = 4.5
	markContrast = 3.0
)

// Colors are the five an operator sets, each #rgb or #rrggbb.
type Colors struct {
	FooterBackground string `json:"footer-background"` // the shell: header, ticker, footer
	BodyBackground   string `json:"body-background"`   // the stage: the page
	BodyText         string `json:"body-text-color"`
	HeaderText       string `json:"header-text-color"` // text on the shell
	Accent           string `json:"accent"`            // the one filled action of a view
}

// Palette is what the app paints with, all of it computed from Colors.
type Palette struct {
	// Settings are the colours themselves and each opacity step of the
	// specification's section 9, as "<name>" and "<name>-<step>".
	Settings map[string]string
	// Derived are the colours that follow from them by contrast; design roles by name.
	Derived map[string]string
}

// opacitySteps are those of the specification's section 9, in percent.
var opacitySteps = map[string][]int{
	"footer-background": {20, 50, 70},
	"body-background":   {10, 20, 50, 70},
	"body-text-color":   {5, 10, 20, 50, 70, 95},
	"header-text-color": {50},
}

// Parts of text colour mixed into its ground, as the app's style sheet mixes them.
const (
	secondaryPart = 0.74
	platePart     = 0.06
	plate2Part    = 0.11
	borderPart    = 0.56
)

type roles struct{ shell, stage, text, header, accent rgb }

func (c Colors) named() map[string]string {
	return map[string]string{
		"footer-background": c.FooterBackground,
		"body-background":   c.BodyBackground,
		"body-text-color":   c.BodyText,
		"header-text-color": c.HeaderText,
		"accent":            c.Accent,
	}
}

// parse reads the five colours and says which cannot be read.
func (c Colors) parse() (roles, []fault.Field) {
	var r roles
	var bad []fault.Field
	for _, in := range []struct {
		name, value string
		to          *rgb
	}{
		{"footer-background", c.FooterBackground, &r.shell},
		{"body-background", c.BodyBackground, &r.stage},
		{"body-text-color", c.BodyText, &r.text},
		{"header-text-color", c.HeaderText, &r.header},
		{"accent", c.Accent, &r.accent},
	} {
		v, ok := parseColor(in.value)
		if !ok {
			bad = append(bad, fault.Field{Field: in.name, Code: "invalid_color", Message: "Write a colour as #rrggbb"})
		}
		*in.to = v
	}
	return r, bad
}

// Validate returns an error that names each colour that is not one, or that makes
// text unreadable: text, secondary text and field borders are mixed from the same
// two colours, so that those alone decide.
func (c Colors) Validate() error {
	r, bad := c.parse()
	if len(bad) == 0 {
		bad = r.unreadable()
	}
	if len(bad) > 0 {
		return fault.InvalidFields(bad...)
	}
	return nil
}

func (r roles) unreadable() []fault.Field {
	var bad []fault.Field
	add := func(field string, got, least float64, advice string) {
		if got < least {
			bad = append(bad, fault.Field{Field: field, Code: "low_contrast", Message: fmt.Sprintf(
				"The contrast with the background is %.1f:1. At least %.1f:1 is needed to read the text; %s", got, least, advice)})
		}
	}
	text := nearestReadable(r.text, func(c rgb) bool {
		o := r
		o.text = c
		return o.secondaryContrast() >= textContrast && o.borderContrast() >= markContrast
	})
	header := nearestReadable(r.header, func(c rgb) bool { return headerContrast(c, r.shell) >= textContrast })
	add("body-text-color", r.secondaryContrast(), textContrast, text)
	add("body-text-color", r.borderContrast(), markContrast, text)
	add("header-text-color", headerContrast(r.header, r.shell), textContrast, header)
	return bad
}

func (r roles) secondaryContrast() float64 {
	return worst(r.text.mix(r.stage, secondaryPart), r.grounds())
}

func (r roles) borderContrast() float64 {
	return worst(r.text.mix(r.stage, borderPart), []rgb{r.stage, r.plate()})
}

func headerContrast(header, shell rgb) float64 { return ratio(header.mix(shell, secondaryPart), shell) }

// nearestReadable advises the colour that differs least from c, towards white or black,
// and reads. Where none does the background is to blame.
func nearestReadable(c rgb, reads func(rgb) bool) string {
	for part := 1.0; part > -reachStep/2; part -= reachStep {
		for _, end := range []rgb{black, white} {
			if m := c.mix(end, max(part, 0)); reads(m) {
				return "use " + m.String() + ", for example"
			}
		}
	}
	return "choose a lighter or darker background"
}

func (r roles) plate() rgb   { return r.text.mix(r.stage, platePart) }
func (r roles) isDark() bool { return ratio(white, r.stage) >= ratio(black, r.stage) }

// grounds are the surfaces of the page that text stands on.
func (r roles) grounds() []rgb {
	g := []rgb{r.stage, r.plate(), r.text.mix(r.stage, plate2Part)}
	if !r.isDark() {
		g = append(g, white) // outlined cards
	}
	return g
}

// Palette computes everything that follows from the five colours. Colours that are
// not valid count as black.
func (c Colors) Palette() Palette {
	r, _ := c.parse()
	p := Palette{Settings: map[string]string{}, Derived: r.derive()}
	for name, value := range c.named() {
		v, _ := parseColor(value)
		p.Settings[name] = v.String()
		for _, step := range opacitySteps[name] {
			p.Settings[fmt.Sprintf("%s-%d", name, step)] = v.alpha(step)
		}
	}
	return p
}

func (r roles) derive() map[string]string {
	onBody := reach(r.accent, r.grounds(), textContrast, r.text, white, black)
	out := map[string]string{
		"on-accent":       onColor(r.accent, textContrast).String(),
		"accent-on-body":  onBody.String(),
		"accent-on-shell": reach(r.accent, []rgb{r.shell}, textContrast, r.header, white, black).String(),
		"accent-on-media": r.accentOnMedia(onBody).String(),
	}
	r.deriveLive(out)
	r.deriveSurfaces(out)
	return out
}

// accentOnMedia is the first of the accent, its form for the stage, the shell and
// white that can be seen on night.
func (r roles) accentOnMedia(onBody rgb) rgb {
	for _, c := range []rgb{r.accent, onBody, r.shell} {
		if ratio(c, night) >= markContrast {
			return c
		}
	}
	return white
}

// liveRed carries white text at 4.9:1.
var liveRed = rgb{0xe0, 0x10, 0x2d}

// liveHueDistance is how near, in degrees, an accent may come to live red before one
// is taken for the other.
const liveHueDistance = 30

// deriveLive colours the LIVE badge: red, or white with a coloured dot where the
// accent is itself nearly that red.
func (r roles) deriveLive(out map[string]string) {
	badge, on, dot, onStage, onShell := liveRed, white, white, liveRed, liveRed
	if r.accentIsRed() {
		badge, on, onStage, onShell = white, ink, r.text, r.header
		dot = reach(r.accent, []rgb{white}, markContrast, black)
	}
	out["live"], out["on-live"], out["live-dot"] = badge.String(), on.String(), dot.String()
	out["live-text"] = reach(onStage, r.grounds(), textContrast, r.text, white, black).String()
	out["live-text-shell"] = reach(onShell, []rgb{r.shell}, textContrast, r.header, white, black).String()
	out["live-mark"] = reach(liveRed, []rgb{r.shell, r.stage}, markContrast, r.text, r.header, white, black).String()
}

func (r roles) accentIsRed() bool {
	accent, ok := r.accent.hue()
	red, _ := liveRed.hue()
	return ok && hueDistance(accent, red) <= liveHueDistance
}

// deriveSurfaces colours what depends on whether the stage is dark or light.
func (r roles) deriveSurfaces(out map[string]string) {
	ok, warn, err := rgb{0x5f, 0xd3, 0x9a}, rgb{0xff, 0xc6, 0x5c}, rgb{0xff, 0x90, 0x90}
	out["scheme"], out["card"], out["card-hover"], out["card-edge"] =
		"dark", r.plate().String(), r.text.mix(r.stage, plate2Part).String(), "transparent"
	if !r.isDark() {
		ok, warn, err = rgb{0x0b, 0x6b, 0x3f}, rgb{0x8a, 0x52, 0x00}, rgb{0xb3, 0x12, 0x2b}
		out["scheme"], out["card"], out["card-hover"], out["card-edge"] =
			"light", white.String(), white.String(), r.text.alpha(16)
	}
	for name, c := range map[string]rgb{"ok": ok, "warn": warn, "err": err} {
		out[name] = reach(c, r.grounds(), textContrast, r.text, white, black).String()
	}
}
