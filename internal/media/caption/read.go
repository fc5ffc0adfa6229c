package caption

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/charset"
)

// reader is a caption file that is being read.
type reader struct {
	format   string
	encoding string
	lines    []string
	cues     []cue
	passed   []PassedOver
	regions  map[string]string // line setting by region
}

func (r *reader) passOver(line int, reason string) {
	r.passed = append(r.passed, PassedOver{Line: line, Reason: reason})
}

// reading tells what was passed over, by line.
func (r *reader) reading() Reading {
	slices.SortStableFunc(r.passed, func(a, b PassedOver) int { return a.Line - b.Line })
	return Reading{Format: r.format, Encoding: r.encoding, PassedOver: r.passed[:min(len(r.passed), maxTold)], Missing: len(r.passed)}
}

// readFile reads every cue of a file, those that cannot be shown too.
func readFile(content []byte) (*reader, error) {
	if len(content) > MaxBytes {
		return nil, ErrTooMany
	}
	text, encoding, err := charset.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if strings.ContainsRune(text, 0) {
		return nil, fmt.Errorf("no text: %w", ErrUnreadable)
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	r := &reader{encoding: encoding, lines: strings.Split(text, "\n"), regions: map[string]string{}}
	switch first := strings.TrimSpace(text); {
	case strings.HasPrefix(first, "WEBVTT"):
		r.format = "WebVTT"
		r.readWebVTT()
	case strings.HasPrefix(first, "[Script Info]"), strings.HasPrefix(first, "[Events]"), strings.Contains(text, "\n[Events]\n") && strings.Contains(text, "\nDialogue:"):
		r.format = "ASS"
		r.readASS()
	default:
		r.format = "SRT"
		r.readTimed(0, srt)
	}
	return r, nil
}

// readWebVTT passes over the header: all lines until a blank one or the first times.
func (r *reader) readWebVTT() {
	var header []string
	at := 0
	for strings.TrimSpace(r.lines[at]) == "" {
		at++
	}
	for at++; at < len(r.lines) && r.lines[at] != "" && !strings.Contains(r.lines[at], "-->"); at++ {
		header = append(header, r.lines[at])
	}
	for _, line := range header { // regions of an older draft
		if strings.HasPrefix(line, "Region:") {
			readRegion(strings.TrimPrefix(line, "Region:"), r.regions)
		}
	}
	r.readTimed(at, webVTT)
}

// readTimed reads cues that begin with a line of times, as in SRT and WebVTT. A blank line
// ends a cue of WebVTT. In SRT, as in ffmpeg, only the next times do.
func (r *reader) readTimed(from int, d dialect) {
	var open *timed
	outside, at := []string(nil), 0 // lines that are in no cue, and where they begin
	finish := func() {
		if open != nil {
			r.addTimed(*open, d)
		}
		open = nil
	}
	for i := from; i < len(r.lines); i++ {
		line := r.lines[i]
		begins := open == nil || r.lines[i-1] == "" || isNumber(r.lines[i-1])
		switch t, ok := readTiming(line); {
		case ok:
			open.dropNumber()
			finish()
			open, outside = &timed{line: i + 1, timing: t}, nil
		case begins && brokenTiming.MatchString(line):
			open.dropNumber()
			finish()
			r.passOver(i+1, "its time cannot be read")
			open, outside = &timed{bad: true}, nil
		case line == "" && d == webVTT:
			finish()
			r.endBlock(outside, at)
			outside = nil
		case open != nil:
			open.text = append(open.text, line)
		case d == webVTT:
			if len(outside) == 0 {
				at = i + 1
			}
			outside = append(outside, line)
		}
	}
	finish()
	r.endBlock(outside, at)
}

// timed is a cue of SRT or WebVTT that is being read.
type timed struct {
	timing
	line int
	text []string
	bad  bool // its time cannot be read
}

// dropNumber removes the number of the next cue from the end of this one.
func (t *timed) dropNumber() {
	if t != nil && len(t.text) > 0 && isNumber(t.text[len(t.text)-1]) {
		t.text = t.text[:len(t.text)-1]
	}
}

func (r *reader) addTimed(t timed, d dialect) {
	if t.bad {
		return
	}
	text, key := convert(strings.Join(t.text, "\n"), d)
	c := cue{line: t.line, start: t.start, end: t.end, settings: readSettings(t.rest, r.regions), text: text}
	c.settings.place(key)
	r.cues = append(r.cues, c)
}

// endBlock reads a block of WebVTT without times. Style sheets and comments are not kept.
func (r *reader) endBlock(block []string, line int) {
	if len(block) == 0 {
		return
	}
	kind, _, _ := strings.Cut(strings.ReplaceAll(block[0], "\t", " "), " ")
	switch kind {
	case "NOTE", "STYLE":
	case "REGION":
		readRegion(strings.Join(block[1:], " "), r.regions)
	default:
		r.passOver(line, "it has no time")
	}
}

// readASS reads the dialogue of ASS and SSA (as libass does) as text.
func (r *reader) readASS() {
	columns := []string{"layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"}
	seen, events := map[string]bool{}, false
	for i, line := range r.lines {
		name, value, _ := strings.Cut(line, ":")
		switch name = strings.ToLower(strings.TrimSpace(name)); {
		case strings.HasPrefix(name, "["):
			events = name == "[events]"
		case name == "format" && events:
			columns = strings.Split(strings.ToLower(strings.ReplaceAll(value, " ", "")), ",")
		case name == "dialogue":
			c, ok := readDialogue(strings.SplitN(value, ",", len(columns)), columns)
			c.line = i + 1
			what := fmt.Sprint(c.start, c.end, c.text)
			switch {
			case !ok:
				r.passOver(c.line, "its time cannot be read")
			case !seen[what]: // outlines and shadows are often layers with the same text
				seen[what] = true
				r.cues = append(r.cues, c)
			}
		}
	}
}

func readDialogue(fields, columns []string) (c cue, ok bool) {
	if len(fields) < len(columns) {
		return c, false
	}
	times := 0
	for i, column := range columns {
		switch column {
		case "start", "end":
			at, ok := timeOfASS(fields[i])
			if !ok {
				return c, false
			}
			times++
			if column == "start" {
				c.start = at
			} else {
				c.end = at
			}
		case "text":
			text, key := convert(fields[i], ass)
			c.text = text
			c.settings.place(key)
		}
	}
	return c, times == 2
}
