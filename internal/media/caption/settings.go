package caption

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// settings say where a cue is shown and how it is aligned (WebVTT, 4.4).
type settings struct {
	vertical, line, position, size, align string
}

const percent = `(?:100(?:\.0+)?|\d{1,2}(?:\.\d{1,6})?)%`

var (
	lineSetting     = regexp.MustCompile(`^(?:-?\d{1,3}|` + percent + `)(?:,(?:start|center|end))?$`)
	positionSetting = regexp.MustCompile(`^` + percent + `(?:,(?:line-left|center|line-right))?$`)
	sizeSetting     = regexp.MustCompile(`^` + percent + `$`)
)

// readSettings reads what stands after the times of a cue. What is no setting is left out.
// A cue in a region of the upper half is shown there.
func readSettings(text string, regions map[string]string) settings {
	var s settings
	for field := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(field, ":")
		switch {
		case name == "vertical" && (value == "rl" || value == "lr"):
			s.vertical = value
		case name == "line" && lineSetting.MatchString(value):
			s.line = value
		case name == "position" && positionSetting.MatchString(value):
			s.position = value
		case name == "size" && sizeSetting.MatchString(value):
			s.size = value
		case name == "align" && value == "middle": // an older draft's word
			s.align = "center"
		case name == "align" && slices.Contains([]string{"start", "center", "end", "left", "right"}, value):
			s.align = value
		case name == "region" && s.line == "":
			s.line = regions[value]
		}
	}
	return s
}

// String is what stands after the times of a cue.
func (s settings) String() string {
	var b strings.Builder
	for _, pair := range [][2]string{{"vertical", s.vertical}, {"line", s.line}, {"position", s.position}, {"size", s.size}, {"align", s.align}} {
		if pair[1] != "" {
			b.WriteString(" " + pair[0] + ":" + pair[1])
		}
	}
	return b.String()
}

// place shows a cue where the digit of a keypad lies, as {\an8} of ASS says. A cue that has
// its own place keeps that.
func (s *settings) place(key int) {
	if key == 0 || s.line != "" || s.position != "" || s.vertical != "" {
		return
	}
	switch (key - 1) / 3 {
	case 1:
		s.line = "50%"
	case 2:
		s.line = "0"
	}
	if s.align != "" {
		return
	}
	switch (key - 1) % 3 {
	case 0:
		s.position, s.align = "5%", "left"
	case 2:
		s.position, s.align = "95%", "right"
	}
}

var (
	regionID     = regexp.MustCompile(`(?:^|\s)id[:=](\S+)`)
	regionAnchor = regexp.MustCompile(`(?:^|\s)viewportanchor[:=]\d{1,3}(?:\.\d+)?%,((\d{1,2})(?:\.\d{1,6})?%)`)
)

// readRegion reads where the cues of a region are shown (WebVTT, 4.3), if that is the upper
// half of the picture. Elsewhere they stand where all others do.
func readRegion(block string, regions map[string]string) {
	id, anchor := regionID.FindStringSubmatch(block), regionAnchor.FindStringSubmatch(block)
	if id == nil || anchor == nil {
		return
	}
	if y, err := strconv.Atoi(anchor[2]); err == nil && y < 50 {
		regions[id[1]] = anchor[1]
	}
}
