package picture

import (
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/fault"
)

// drawingFault is a kind of what a drawing may not have.
type drawingFault int

const (
	faultScript drawingFault = iota + 1
	faultDocument
	faultReference
	faultHidden
	faultEntities
	faultPicture
	faultLarge
)

// field says in words what is refused, and how to save a drawing without it.
func (f drawingFault) field() fault.Field {
	switch f {
	case faultScript:
		return fault.Field{Field: "content", Code: "script", Message: "The drawing has scripts or event handlers. Export it without interactivity."}
	case faultDocument:
		return fault.Field{Field: "content", Code: "document", Message: "The drawing contains another document, such as foreignObject. Save it as plain SVG, without the editing data of the design program."}
	case faultReference:
		return fault.Field{Field: "content", Code: "reference", Message: "The drawing refers to something outside of it. Embed its pictures, convert text to outlines, and remove links."}
	case faultHidden:
		return fault.Field{Field: "content", Code: "hidden", Message: "The drawing has a value with a backslash. Save it as plain SVG, with presentation attributes in place of styles."}
	case faultEntities:
		return fault.Field{Field: "content", Code: "entities", Message: "The drawing declares entities in its document type. Save it as plain SVG, without the editing data of the design program."}
	case faultPicture:
		return fault.Field{Field: "content", Code: "picture", Message: "The drawing embeds a picture that is not a PNG or JPEG picture, or has too many pixels. Embed it again as a smaller PNG."}
	case faultLarge:
	}
	return fault.Field{Field: "content", Code: "large", Message: "The drawing has too many elements or styles. Simplify its paths, or save it as PNG."}
}

// unsafeDrawing says all that a drawing may not have.
type unsafeDrawing struct{ found []refusal }

// refusal is a kind of content with the first name of it in the drawing, such as that of an element.
type refusal struct {
	fault drawingFault
	name  string
}

// Error names everything that is refused, with the remedies.
func (e unsafeDrawing) Error() string {
	sentences := make([]string, len(e.found))
	for i, one := range e.found {
		sentences[i] = one.fault.field().Message + " (" + one.name + ")"
	}
	return strings.Join(sentences, " ")
}

// fields are for answers, which are translated.
func (e unsafeDrawing) fields() []fault.Field {
	fields := make([]fault.Field, len(e.found))
	for i, one := range e.found {
		fields[i] = one.fault.field()
	}
	return fields
}

// add notes a kind of content, once.
func (e *unsafeDrawing) add(f drawingFault, name string) {
	if f == 0 || slices.ContainsFunc(e.found, func(one refusal) bool { return one.fault == f }) {
		return
	}
	if runes := []rune(name); len(runes) > maxFaultName {
		name = string(runes[:maxFaultName]) + "…"
	}
	e.found = append(e.found, refusal{f, name})
}

const maxFaultName = 60 // characters
