package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/charset"
)

// Limits of a drawing.
const (
	maxDrawingDepth    = 200
	maxDrawingElements = 100_000
)

// cleanDrawing returns an SVG written out again with nothing but elements and attributes that are
// known to be harmless, and the size that it gives itself. Editors' data, comments and unknown
// attributes are dropped, and styles become presentation attributes, which need no permission by a
// Content-Security-Policy. A drawing that could run or fetch something is refused: see unsafeDrawing.
// A cleaned drawing is cleaned to the same bytes.
func cleanDrawing(content []byte) (cleaned []byte, width, height int, err error) {
	var unsafe unsafeDrawing
	tokens, err := readDrawing(content, &unsafe)
	c := drawingCleaner{unsafe: &unsafe}
	c.collectStyles(tokens)
	for _, token := range tokens {
		c.write(token)
	}
	if c.out.Len() > MaxBytes {
		unsafe.add(faultLarge, "bytes")
	}
	if len(unsafe.found) > 0 {
		return nil, 0, 0, unsafe
	}
	if err != nil {
		return nil, 0, 0, err
	}
	return c.out.Bytes(), c.width, c.height, nil
}

// readDrawing reads the elements and texts of a drawing. Its error says that it is none.
func readDrawing(content []byte, unsafe *unsafeDrawing) (tokens []xml.Token, err error) {
	decoder := charset.NewXMLDecoder(content)
	depth, elements := 0, 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && elements > 0 {
			return tokens, nil
		}
		if err != nil {
			return tokens, fmt.Errorf("this is not a drawing: %w: %w", ErrUnknown, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.ContainsRune(t, '[') {
				unsafe.add(faultEntities, "DOCTYPE")
			}
		case xml.ProcInst:
			if t.Target == "xml-stylesheet" {
				unsafe.add(faultReference, t.Target)
			}
		case xml.StartElement:
			depth++
			elements++
			if elements == 1 && (t.Name.Local != "svg" || t.Name.Space != "" && t.Name.Space != svgNamespace) {
				return nil, ErrUnknown
			}
			if depth > maxDrawingDepth || elements > maxDrawingElements {
				unsafe.add(faultLarge, "elements")
				return tokens, nil
			}
			tokens = append(tokens, t.Copy())
		case xml.EndElement:
			depth--
			tokens = append(tokens, t)
		case xml.CharData:
			tokens = append(tokens, t.Copy())
		}
	}
}

// drawingCleaner writes the harmless part of a drawing.
type drawingCleaner struct {
	unsafe        *unsafeDrawing
	styles        styleRules
	out           bytes.Buffer
	open          []string // the elements that are written, from the root
	dropped       int      // how deep inside of one that is not
	width, height int
	pixels        int // of embedded pictures
}

// isSVG reports whether a name is one of SVG's own. Editors also write drawings without a namespace.
func isSVG(name xml.Name) bool { return name.Space == "" || name.Space == svgNamespace }

func (c *drawingCleaner) collectStyles(tokens []xml.Token) {
	for i, token := range tokens {
		start, ok := token.(xml.StartElement)
		if !ok || !isSVG(start.Name) || start.Name.Local != "style" {
			continue
		}
		var css strings.Builder
		for _, inside := range tokens[i+1:] {
			if _, ok := inside.(xml.EndElement); ok {
				break
			}
			if data, ok := inside.(xml.CharData); ok {
				css.Write(data)
			}
		}
		c.styles.add(css.String(), c.unsafe)
	}
}

func (c *drawingCleaner) write(token xml.Token) {
	switch t := token.(type) {
	case xml.StartElement:
		c.inspect(t)
		if c.dropped > 0 || !isSVG(t.Name) || !slices.Contains(drawingElements, t.Name.Local) && t.Name.Local != "a" || c.out.Len() > MaxBytes {
			c.dropped++
			return
		}
		c.start(t)
	case xml.EndElement:
		if c.dropped > 0 {
			c.dropped--
			return
		}
		if len(c.open) == 0 { // of a drawing that is refused
			return
		}
		fmt.Fprintf(&c.out, "</%s>", c.open[len(c.open)-1])
		c.open = c.open[:len(c.open)-1]
	case xml.CharData:
		if c.dropped == 0 && len(c.open) > 0 && slices.Contains(textElements, c.open[len(c.open)-1]) {
			c.text(string(t))
		}
	}
}

// text writes a text. Escaping a builder's buffer does not fail.
func (c *drawingCleaner) text(s string) { _ = xml.EscapeText(&c.out, []byte(s)) }

// inspect refuses an element that could run or fetch something, also inside of what is dropped.
func (c *drawingCleaner) inspect(t xml.StartElement) {
	name := t.Name.Local
	switch lower := strings.ToLower(name); {
	case lower == "script" || lower == "handler" || lower == "listener":
		c.unsafe.add(faultScript, name)
	case slices.ContainsFunc(documents, func(d string) bool { return strings.EqualFold(d, name) }):
		c.unsafe.add(faultDocument, name)
	}
	moving := slices.Contains(animations, name)
	for _, a := range t.Attr {
		attribute, value := strings.ToLower(a.Name.Local), strings.TrimSpace(a.Value)
		changes := strings.ToLower(value)
		switch {
		case a.Name.Space == "" && isHandler(attribute), moving && attribute == "attributename" && isHandler(changes):
			c.unsafe.add(faultScript, a.Name.Local)
		case strings.Contains(strings.ToLower(strings.Join(strings.Fields(value), "")), "javascript:"):
			c.unsafe.add(faultScript, a.Name.Local)
		case moving && attribute == "attributename" && strings.HasSuffix(changes, "href"):
			c.unsafe.add(faultReference, name)
		case !isSVG(t.Name) || attribute != "href" || a.Name.Space != "" && a.Name.Space != xlinkNamespace && a.Name.Space != "xlink":
		case value != "" && !strings.HasPrefix(value, "#") && name != "image":
			c.unsafe.add(faultReference, name)
		}
	}
}

// isHandler reports whether a name is that of an event handler, such as onload.
func isHandler(name string) bool {
	return len(name) > 2 && strings.HasPrefix(name, "on") && !strings.ContainsFunc(name, func(r rune) bool { return r < 'a' || r > 'z' })
}

// start writes an element with the attributes that are kept.
func (c *drawingCleaner) start(t xml.StartElement) {
	name := t.Name.Local
	if name == "a" { // a link that leads nowhere is a group
		name = "g"
	}
	root := len(c.open) == 0
	c.open = append(c.open, name)
	c.out.WriteString("<" + name)
	if root {
		fmt.Fprintf(&c.out, " xmlns=%q", svgNamespace)
		c.width, c.height = drawingSize(t)
	}
	for _, a := range c.attributes(t) {
		fmt.Fprintf(&c.out, ` %s="`, a.property)
		c.text(a.value)
		c.out.WriteByte('"')
	}
	c.out.WriteByte('>')
}

// attributes returns the attributes of an element that are kept, in their order, with those of styles at the end or in place
// of the attribute that they override.
func (c *drawingCleaner) attributes(t xml.StartElement) (kept []declaration) {
	set := func(name, value string) {
		i := slices.IndexFunc(kept, func(d declaration) bool { return d.property == name })
		if i < 0 {
			kept = append(kept, declaration{name, value})
		} else {
			kept[i].value = value
		}
	}
	var style []declaration
	var marks []string
	for _, a := range t.Attr {
		name := a.Name.Local
		switch {
		case a.Name.Space == "" && name == "style":
			style = readDeclarations(a.Value, c.unsafe)
		case a.Name.Space == "" && name == "class":
			for _, class := range strings.Fields(a.Value) {
				marks = append(marks, "."+class)
			}
		case name == "href" && (a.Name.Space == "" || a.Name.Space == xlinkNamespace || a.Name.Space == "xlink"):
			if value := c.reference(t.Name.Local, strings.TrimSpace(a.Value)); value != "" {
				set("href", value)
			}
		case a.Name.Space == xmlNamespace && name == "space" && (a.Value == "preserve" || a.Value == "default"):
			set("xml:space", a.Value)
		case a.Name.Space != "" || !slices.Contains(properties, name) && !slices.Contains(drawingAttributes, name):
		default:
			cleaned, fault, ok := cleanValue(a.Value)
			c.unsafe.add(fault, name)
			if ok {
				set(name, cleaned)
			}
			if name == "id" && ok {
				marks = append(marks, "#"+cleaned)
			}
		}
	}
	for _, d := range append(c.styles.of(t.Name.Local, marks), style...) {
		set(d.property, d.value)
	}
	return kept
}

// reference returns the value of an element's href: a part of the same drawing or an embedded
// picture. It is "" where there is none, or where it is refused.
func (c *drawingCleaner) reference(element, value string) string {
	switch {
	case element == "a":
		return ""
	case strings.HasPrefix(value, "#"):
		cleaned, fault, ok := cleanValue(value)
		c.unsafe.add(fault, "href")
		if !ok {
			return ""
		}
		return cleaned
	case element != "image" || value == "":
		return ""
	case len(value) < 5 || !strings.EqualFold(value[:5], "data:"):
		c.unsafe.add(faultReference, element)
		return ""
	}
	embedded, ok := c.embedded(value)
	if !ok {
		c.unsafe.add(faultPicture, element)
	}
	return embedded
}

// embedded returns the data URI (RFC 2397) of a PNG or JPEG, written out again. All pictures of a
// drawing together may have as many pixels as one picture.
func (c *drawingCleaner) embedded(uri string) (string, bool) {
	head, data, _ := strings.Cut(uri, ",")
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		return "", false
	}
	content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
	if err != nil {
		return "", false
	}
	content = withoutNotes(content)
	look, err := inspectRaster(content)
	if err != nil || look.ContentType != "image/png" && look.ContentType != "image/jpeg" {
		return "", false
	}
	c.pixels += look.Width * look.Height
	return "data:" + look.ContentType + ";base64," + base64.StdEncoding.EncodeToString(content), c.pixels <= maxPixels
}

// drawingSize returns the size of the view box, which gives the proportions; 0 for none. A view box
// of finer units than pixels, larger than any picture, is made smaller.
func drawingSize(root xml.StartElement) (width, height int) {
	for _, a := range root.Attr {
		if a.Name.Local != "viewBox" {
			continue
		}
		box := strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' })
		if len(box) != 4 {
			continue
		}
		w, err1 := strconv.ParseFloat(box[2], 64)
		h, err2 := strconv.ParseFloat(box[3], 64)
		if valid := w > 0 && h > 0; errors.Join(err1, err2) != nil || !valid || math.IsInf(w+h, 0) {
			return 0, 0
		}
		scale := min(1, maxEdge/max(w, h))
		return int(math.Ceil(w * scale)), int(math.Ceil(h * scale))
	}
	return 0, 0
}
