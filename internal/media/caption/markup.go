package caption

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// dialect is how the text of a cue is marked up.
type dialect int

const (
	srt dialect = iota
	webVTT
	ass
)

var (
	markupTag = regexp.MustCompile(`^<(/?)([A-Za-z][A-Za-z0-9]*)((?:\.[^\s.<>&]*)*)(?:\s+([^<>]*?))?\s*/?>`)
	timeTag   = regexp.MustCompile(`^<((?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})>`)
	entity    = regexp.MustCompile(`^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});`)
	className = regexp.MustCompile(`^[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*$`)
	// microDVD is a style of MicroDVD in braces, which ffmpeg leaves out of SRT too.
	microDVD = regexp.MustCompile(`^\{[CcFfoPSsYy]:[^{}]*\}`)
)

// markup is the text of a cue that is being converted to WebVTT cue text.
type markup struct {
	dialect dialect
	out     strings.Builder
	open    []openTag
	key     int  // of the keypad on which the cue is placed, 0 for none
	drawing bool // what follows are lines to draw and not text
	// unclosed is set when no closing brace follows, so that the rest of the text is searched only once.
	unclosed bool
}

// openTag is a tag that is not yet closed: as the file has it, and as WebVTT has it, "" for
// a tag without a counterpart.
type openTag struct{ name, written string }

const (
	// longestMark bounds a tag, in bytes, and so the cost of looking for its end. Styles of ASS may be longer.
	longestMark = 300
	// deepest bounds how many tags are open at once.
	deepest = 32
)

// convert returns WebVTT cue text, and where the cue is placed. Tags that WebVTT has are
// kept. In SRT any other tag is text, as in ffmpeg. In WebVTT it is left out, as in
// browsers.
func convert(text string, d dialect) (converted string, key int) {
	m := markup{dialect: d}
	for text != "" {
		text = text[m.step(text):]
	}
	m.close(0)
	lines := slices.DeleteFunc(strings.Split(m.out.String(), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	converted = strings.Join(lines, "\n")
	if strings.TrimSpace(plain(converted)) == "" {
		return "", m.key
	}
	return converted, m.key
}

// step converts what text begins with, and returns how many bytes that is.
func (m *markup) step(text string) int {
	if text[0] == '{' {
		if n := m.override(text); n > 0 {
			return n
		}
	}
	text = text[:min(len(text), longestMark)]
	switch {
	case m.dialect == ass:
		if text[0] == '\\' && len(text) > 1 && strings.ContainsRune("Nnh", rune(text[1])) {
			m.write(map[byte]rune{'N': '\n', 'n': ' ', 'h': '\u00a0'}[text[1]])
			return 2
		}
	case text[0] == '<':
		if n := m.tag(text); n > 0 {
			return n
		}
	case text[0] == '&':
		if n := m.entity(text); n > 0 {
			return n
		}
	}
	for i, r := range text {
		if i > 0 {
			return i
		}
		m.write(r)
	}
	return len(text)
}

// write writes a character of the text.
func (m *markup) write(r rune) {
	switch {
	case m.drawing:
	case r == '&':
		m.out.WriteString("&amp;")
	case r == '<':
		m.out.WriteString("&lt;")
	case r == '>':
		m.out.WriteString("&gt;")
	case r == '\u00a0':
		m.out.WriteString("&nbsp;")
	case r == '\u200e':
		m.out.WriteString("&lrm;")
	case r == '\u200f':
		m.out.WriteString("&rlm;")
	case r == '\t':
		m.out.WriteByte(' ')
	case r == '\n' || !unicode.IsControl(r):
		m.out.WriteRune(r)
	}
}

// entity reads a character reference of HTML. What names no character is text.
func (m *markup) entity(text string) int {
	found := entity.FindString(text)
	decoded := html.UnescapeString(found)
	if found == "" || decoded == found {
		return 0
	}
	for _, r := range decoded {
		if r != '\n' {
			m.write(r)
		}
	}
	return len(found)
}

// tag reads a tag, and returns 0 where there is none or it is text.
func (m *markup) tag(text string) int {
	if at := timeTag.FindString(text); at != "" && m.dialect == webVTT {
		m.out.WriteString(at)
		return len(at)
	}
	found := markupTag.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	name := strings.ToLower(found[2])
	if name == "br" {
		m.write('\n')
		return len(found[0])
	}
	written, known := writtenTag(name, found[3], found[4])
	switch {
	case !known && m.dialect == srt:
		return 0
	case !known:
	case found[1] != "":
		m.end(name)
	default:
		m.begin(name, written)
	}
	return len(found[0])
}

func (m *markup) begin(name, written string) {
	if len(m.open) == deepest {
		return
	}
	m.open = append(m.open, openTag{name, written})
	if written != "" {
		m.out.WriteString("<" + written + ">")
	}
}

// end closes the last tag of a name and those inside of it.
func (m *markup) end(name string) {
	for i, tag := range slices.Backward(m.open) {
		if tag.name == name {
			m.close(i)
			return
		}
	}
}

// close closes all tags from one on.
func (m *markup) close(from int) {
	for _, tag := range slices.Backward(m.open[from:]) {
		if name, _, _ := strings.Cut(tag.written, " "); name != "" {
			name, _, _ = strings.Cut(name, ".")
			m.out.WriteString("</" + name + ">")
		}
	}
	m.open = m.open[:from]
}

// writtenTag is a tag as WebVTT has it (4.2.2), "" for a known one that it does not have.
func writtenTag(name, classes, annotation string) (written string, known bool) {
	switch name {
	case "b", "i", "u", "c", "ruby", "rt":
		return name + keptClasses(classes), true
	case "v", "lang":
		text := html.EscapeString(html.UnescapeString(strings.Join(strings.Fields(annotation), " ")))
		text = strings.ReplaceAll(text, "--", "-")
		if text = strings.TrimRight(text, "- "); text == "" {
			return "", true
		}
		return name + keptClasses(classes) + " " + text, true
	case "font":
		if colour := colourClass(annotation); colour != "" {
			return "c." + colour, true
		}
		return "", true
	case "s", "strike", "span", "p":
		return "", true
	}
	return "", false
}

func keptClasses(classes string) string {
	var kept strings.Builder
	for class := range strings.SplitSeq(classes, ".") {
		if className.MatchString(class) {
			kept.WriteString("." + class)
		}
	}
	return kept.String()
}

var fontColour = regexp.MustCompile(`(?i)color\s*=\s*["']?(#[0-9a-f]{6}|[a-z]+)`)

// colourClass is the class by which players know a colour (WebVTT, 5.1).
func colourClass(attributes string) string {
	m := fontColour.FindStringSubmatch(attributes)
	if m == nil {
		return ""
	}
	colour := strings.ToLower(m[1])
	for name, code := range map[string]string{
		"white": "#ffffff", "lime": "#00ff00", "cyan": "#00ffff", "red": "#ff0000",
		"yellow": "#ffff00", "magenta": "#ff00ff", "blue": "#0000ff", "black": "#000000",
	} {
		if colour == name || colour == code {
			return name
		}
	}
	return ""
}

// override reads what stands in braces: styles of ASS, which people write into SRT too. They
// end at the first closing brace, however far it is, as in libass and ffmpeg. It returns 0
// where braces are text.
func (m *markup) override(text string) int {
	if m.dialect != ass && !strings.HasPrefix(text, `{\`) {
		if m.dialect == srt {
			return len(microDVD.FindString(text[:min(len(text), longestMark)]))
		}
		return 0
	}
	if m.unclosed {
		return 0
	}
	end := strings.IndexByte(text, '}')
	if end < 0 {
		m.unclosed = true
		return 0
	}
	for style := range strings.SplitSeq(text[1:end], `\`) {
		m.style(strings.TrimSpace(style))
	}
	return end + 1
}

var styleTag = regexp.MustCompile(`^(an|a|i|b|u|p)(\d+)$`)

// style follows one style of ASS: place, italic, bold, underlined, drawing.
func (m *markup) style(style string) {
	found := styleTag.FindStringSubmatch(style)
	if found == nil {
		if style == "r" || strings.HasPrefix(style, "r") && len(style) > 1 && unicode.IsUpper(rune(style[1])) {
			m.close(0)
		}
		return
	}
	value, _ := strconv.Atoi(found[2]) // digits
	switch name := found[1]; {
	case name == "an" && m.key == 0 && value >= 1 && value <= 9:
		m.key = value
	case name == "a" && m.key == 0 && value >= 1 && value <= 11 && value%4 > 0:
		m.key = value%4 + map[int]int{0: 0, 1: 6, 2: 3}[value/4] // of SSA: bottom, top, middle
	case name == "p":
		m.drawing = value > 0 && m.dialect == ass
	case strings.HasPrefix(name, "a"):
	case value == 0:
		m.end(`\` + name)
	default:
		m.begin(`\`+name, name)
	}
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

// plain is WebVTT cue text without its marks.
func plain(text string) string {
	return html.UnescapeString(anyTag.ReplaceAllString(text, ""))
}
