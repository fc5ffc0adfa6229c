package channel

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/fault"
)

var (
	northline = Colors{"#050d20", "#0a1630", "#eef3fc", "#ffffff", "#ffb81c"}
	boreale   = Colors{"#ffd42e", "#ffffff", "#15132b", "#15132b", "#4326e3"}
	ironbell  = Colors{"#000", "#0d0b0b", "#f7f2ec", "#ffffff", "#dd1219"}
)

func hexOf(t *rapid.T, name string) rgb {
	return rgb{rapid.Byte().Draw(t, name+" red"), rapid.Byte().Draw(t, name+" green"), rapid.Byte().Draw(t, name+" blue")}
}

// readable draws colours that Validate accepts: grounds from anywhere, text near the
// end of the scale that can be read on them.
func readable(t *rapid.T) (Colors, roles) {
	c := rapid.Custom(drawColors).Filter(func(c Colors) bool { return c.Validate() == nil }).Draw(t, "colors")
	r, _ := c.parse()
	return c, r
}

func drawColors(t *rapid.T) Colors {
	r := roles{shell: hexOf(t, "shell"), stage: hexOf(t, "stage"), accent: hexOf(t, "accent")}
	shade := func(ground rgb, name string) rgb {
		tint := rapid.Float64Range(0, 0.1).Draw(t, name+" tint")
		if ratio(white, ground) > ratio(black, ground) {
			return ground.mix(white, tint)
		}
		return ground.mix(black, tint)
	}
	r.text, r.header = shade(r.stage, "text"), shade(r.shell, "header")
	return Colors{r.shell.String(), r.stage.String(), r.text.String(), r.header.String(), r.accent.String()}
}

func must(t interface{ Fatalf(string, ...any) }, s string) rgb {
	c, ok := parseColor(s)
	if !ok {
		t.Fatalf("%q is not a color", s)
	}
	return c
}

func checkDerived(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, c Colors,
) {
	r, _ := c.parse()
	d := c.Palette().Derived
	at := func(name string, ground rgb, least float64) {
		if got := ratio(must(t, d[name]), ground); got < least {
			t.Errorf("%s %s on %s has %.2f:1, want %.1f", name, d[name], ground, got, least)
		}
	}
	for _, ground := range append(r.grounds(), must(t, d["card"]), must(t, d["card-hover"])) {
		for _, name := range []string{"accent-on-body", "live-text", "ok", "warn", "err"} {
			at(name, ground, textContrast)
		}
	}
	at("on-accent", r.accent, textContrast)
	at("on-live", must(t, d["live"]), textContrast)
	at("live-dot", must(t, d["live"]), markContrast)
	at("accent-on-shell", r.shell, textContrast)
	at("live-text-shell", r.shell, textContrast)
	at("accent-on-media", night, markContrast)
	if mark := must(t, d["live-mark"]); someGreyMarks(r) && worst(mark, []rgb{r.shell, r.stage}) < markContrast {
		t.Errorf("live-mark %s has %.2f:1 on %s and %s", mark, worst(mark, []rgb{r.shell, r.stage}), r.shell, r.stage)
	}
}

// someGreyMarks says whether black or white stands out from shell and stage alike;
// where the two lie far apart on both sides of the middle, no colour at the ends does.
func someGreyMarks(r roles) bool {
	grounds := []rgb{r.shell, r.stage}
	return worst(white, grounds) >= markContrast || worst(black, grounds) >= markContrast
}

func TestDerivedColorsAreReadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := readable(t)
		checkDerived(t, c)
	})
}

func TestDesignedChannels(t *testing.T) {
	tests := map[string]struct {
		colors Colors
		want   map[string]string
	}{
		"northline": {northline, map[string]string{
			"on-accent": "#14161b", "accent-on-body": "#ffb81c", "accent-on-shell": "#ffb81c", "accent-on-media": "#ffb81c",
			"live": "#e0102d", "on-live": "#ffffff", "scheme": "dark", "card-edge": "transparent",
		}},
		"boreale": {boreale, map[string]string{
			"on-accent": "#ffffff", "accent-on-body": "#4326e3", "accent-on-media": "#ffd42e",
			"live": "#e0102d", "card": "#ffffff", "card-edge": "rgba(21,19,43,0.16)", "scheme": "light",
		}},
		"ironbell": {ironbell, map[string]string{
			"on-accent": "#ffffff", "live": "#ffffff", "on-live": "#14161b", "live-dot": "#dd1219", "scheme": "dark",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if err := tt.colors.Validate(); err != nil {
				t.Fatal(err)
			}
			checkDerived(t, tt.colors)
			got := tt.colors.Palette().Derived
			for role, want := range tt.want {
				if got[role] != want {
					t.Errorf("%s is %s, want %s", role, got[role], want)
				}
			}
		})
	}
}

func TestOpacitySteps(t *testing.T) {
	got := northline.Palette().Settings
	want := map[string]string{
		"footer-background-20": "rgba(5,13,32,0.2)", "footer-background-50": "rgba(5,13,32,0.5)", "footer-background-70": "rgba(5,13,32,0.7)",
		"body-background-10": "rgba(10,22,48,0.1)", "body-background-20": "rgba(10,22,48,0.2)", "body-background-50": "rgba(10,22,48,0.5)", "body-background-70": "rgba(10,22,48,0.7)",
		"body-text-color-5": "rgba(238,243,252,0.05)", "body-text-color-10": "rgba(238,243,252,0.1)", "body-text-color-20": "rgba(238,243,252,0.2)",
		"body-text-color-50": "rgba(238,243,252,0.5)", "body-text-color-70": "rgba(238,243,252,0.7)", "body-text-color-95": "rgba(238,243,252,0.95)",
		"header-text-color-50": "rgba(255,255,255,0.5)",
		"footer-background":    "#050d20", "body-background": "#0a1630", "body-text-color": "#eef3fc", "header-text-color": "#ffffff", "accent": "#ffb81c",
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d settings, want %d", len(got), len(want))
	}
}

func TestColorsThatAreRefused(t *testing.T) {
	tests := map[string]Colors{
		"not a colour":        {"red", "#0a1630", "#eef3fc", "#ffffff", "#ffb81c"},
		"style injection":     {"#050d20;}*{x:y", "#0a1630", "#eef3fc", "#ffffff", "#ffb81c"},
		"transparent":         {"#050d2080", "#0a1630", "#eef3fc", "#ffffff", "#ffb81c"},
		"grey text on grey":   {"#050d20", "#777777", "#888888", "#ffffff", "#ffb81c"},
		"header is its shell": {"#050d20", "#0a1630", "#eef3fc", "#050d20", "#ffb81c"},
		"nothing":             {},
	}
	for name, c := range tests {
		if c.Validate() == nil {
			t.Errorf("%s passes", name)
		}
	}
}

func TestRatioIsSymmetricAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := hexOf(t, "a"), hexOf(t, "b")
		r := ratio(a, b)
		if r < 1 || r > 21.01 || math.Abs(r-ratio(b, a)) > 1e-9 {
			t.Errorf("ratio(%s, %s) = %f", a, b, r)
		}
		if back, ok := parseColor(strings.ToUpper(a.String())); !ok || back != a {
			t.Errorf("%s comes back as %s", a, back)
		}
	})
	if got := ratio(white, black); math.Abs(got-21) > 1e-9 {
		t.Errorf("white on black has %f, want 21", got)
	}
}

func TestOnTeamCarriesLargeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := hexOf(t, "team")
		if got := ratio(must(t, OnTeam(c.String())), c); got < teamContrast {
			t.Errorf("text on %s has %.2f:1", c, got)
		}
	})
	if got := OnTeam("url(x)"); got != "" {
		t.Errorf("a text that is no colour gives %q", got)
	}
}

// What cannot be read is refused with the nearest colour that can, unless there is none
// on that ground.
func TestUnreadableColoursComeWithOneThatReads(t *testing.T) {
	advised := regexp.MustCompile(`; use (#[0-9a-f]{6}), for example$`)
	rapid.Check(t, func(t *rapid.T) {
		hex := func(name string) string { return hexOf(t, name).String() }
		c := Colors{FooterBackground: hex("shell"), BodyBackground: hex("stage"), BodyText: hex("text"), HeaderText: hex("header"), Accent: "#000"}
		for _, f := range complaints(c) {
			if m := advised.FindStringSubmatch(f.Message); m != nil {
				if still := complaintsOf(c, f.Field, m[1]); len(still) > 0 {
					t.Errorf("%s of %+v: %s: then %v", f.Field, c, f.Message, still)
				}
				continue
			}
			for _, end := range []string{"#000000", "#ffffff"} {
				if len(complaintsOf(c, f.Field, end)) == 0 {
					t.Errorf("%s of %+v: %s, but %s reads", f.Field, c, f.Message, end)
				}
			}
		}
	})
}

func complaints(c Colors) []fault.Field {
	if e, ok := errors.AsType[*fault.Error](c.Validate()); ok {
		return e.Fields
	}
	return nil
}

// complaintsOf are those of one field when it has another colour.
func complaintsOf(c Colors, field, value string) []fault.Field {
	if field == "header-text-color" {
		c.HeaderText = value
	} else {
		c.BodyText = value
	}
	return slices.DeleteFunc(complaints(c), func(f fault.Field) bool { return f.Field != field })
}
