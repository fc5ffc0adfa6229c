package channel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

// Form is a form of the channel's own. What people send goes to the channel by mail.
type Form struct {
	Alias  string
	Title  text.Text
	Intro  text.Text // sanitised HTML above the fields
	Fields []FormField
	Submit text.Text // of the button; may be empty
	// Success is what people read once they have sent it; may be empty.
	Success text.Text
	// Recipient gets the answers; "" is the channel's contact address.
	Recipient string
}

// FieldType says how a field is filled in.
type FieldType string

// Field types.
const (
	FieldText     FieldType = "text"
	FieldEmail    FieldType = "email"
	FieldPhone    FieldType = "phone"
	FieldSelect   FieldType = "select"
	FieldCheckbox FieldType = "checkbox"
	FieldTextarea FieldType = "textarea"
)

// FormField is one question. Lengths are in characters; 0 is no bound but the product's.
type FormField struct {
	Name      string       `json:"name"`
	Type      FieldType    `json:"type"`
	Label     text.Text    `json:"label"`
	Required  bool         `json:"required,omitempty"`
	MinLength int          `json:"min_length,omitempty"`
	MaxLength int          `json:"max_length,omitempty"`
	Options   []FormOption `json:"options,omitempty"` // of a select
}

// FormOption is one choice of a select.
type FormOption struct {
	Value string    `json:"value"`
	Label text.Text `json:"label"`
}

// Limits of forms.
const (
	maxForms   = 50
	maxFields  = 40
	maxOptions = 100
	maxAnswer  = 5_000 // characters of an answer without a bound of its own
	maxLine    = 200   // the same of what fits one line
)

// Checked is what a ticked box answers; an empty box answers nothing.
const Checked = "true"

var fieldName = text.NewPattern(`^[a-z][a-z0-9_]{0,39}$`)

// ErrNoForm is the answer to an alias that no form of the channel has.
func ErrNoForm() *fault.Error { return fault.NotFoundf("form", "Form not found.") }

// Form returns the form of an alias; unknown: NotFound, "form_not_found".
func (site *Site) Form(alias string) (Form, error) {
	for _, f := range site.Forms {
		if f.Alias == alias {
			return f, nil
		}
	}
	return Form{}, ErrNoForm()
}

// Longest is the most characters an answer may have.
func (f FormField) Longest() int {
	switch {
	case f.MaxLength > 0:
		return f.MaxLength
	case f.Type == FieldTextarea:
		return maxAnswer
	}
	return maxLine
}

// Check holds answers against the form and returns them trimmed, fields without an
// answer left out. Every problem is told at once, in the specification's sentences.
func (f Form) Check(answers map[string]string) (map[string]string, error) {
	var p problems
	for name := range answers {
		known := slices.ContainsFunc(f.Fields, func(field FormField) bool { return field.Name == name })
		p.require(known, name, "unknown_field", "This field does not exist.")
	}
	kept := make(map[string]string, len(answers))
	for _, field := range f.Fields {
		answer := strings.TrimSpace(answers[field.Name])
		if field.Type == FieldEmail || field.Type == FieldPhone {
			answer = text.Identifier(answer)
		}
		if answer == "" || (field.Type == FieldCheckbox && answer != Checked) {
			p.require(!field.Required, field.Name, "required", "Field is required")
			continue
		}
		field.check(&p, answer)
		kept[field.Name] = answer
	}
	return kept, p.err()
}

func (f FormField) check(p *problems, answer string) {
	if !utf8.ValidString(answer) || strings.ContainsRune(answer, 0) {
		p.require(false, f.Name, "invalid_text", "A text contains a character that is not allowed.")
		return
	}
	length := utf8.RuneCountInString(answer)
	p.require(length >= f.MinLength, f.Name, "too_short", "Field length must be greater than "+strconv.Itoa(f.MinLength-1))
	p.require(length <= f.Longest(), f.Name, "too_long", "Field length must be less than "+strconv.Itoa(f.Longest()+1))
	switch f.Type {
	case FieldEmail:
		p.require(mail.IsAddress(answer), f.Name, "invalid_email", "A valid email address is required")
	case FieldPhone:
		p.require(text.IsPhone(answer), f.Name, "invalid_phone", "A valid phone number is required")
	case FieldSelect:
		known := slices.ContainsFunc(f.Options, func(o FormOption) bool { return o.Value == answer })
		p.require(known, f.Name, "not_allowed", "The value is not valid.")
	case FieldText:
		p.require(!strings.ContainsAny(answer, "\r\n"), f.Name, "invalid_text", "A text contains a character that is not allowed.")
	case FieldCheckbox, FieldTextarea:
	}
}

// Validate reports what is wrong with a form.
func (f Form) Validate() error {
	var p problems
	f.validate(&p)
	return p.err()
}

func (f Form) validate(p *problems) {
	p.require(altPattern.MatchString(f.Alias), "alias", "invalid_name", "A name can have lower-case letters, digits, hyphens and underscores")
	p.title(f.Title, "title")
	p.within(f.Intro, "intro", maxContent)
	p.within(f.Submit, "submit", maxTitle)
	p.within(f.Success, "success", maxSummary)
	p.require(f.Recipient == "" || mail.IsAddress(f.Recipient), "recipient", "invalid_email", "A valid email address is required")
	p.require(len(f.Fields) > 0 && len(f.Fields) <= maxFields, "fields", "out_of_range", fmt.Sprintf("A form must have 1 to %d fields", maxFields))
	names := map[string]bool{}
	for _, field := range f.Fields {
		p.require(!names[field.Name], "fields", "duplicate", "Two fields have the same name")
		names[field.Name] = true
		field.validate(p)
	}
}

func (f FormField) validate(p *problems) {
	p.require(fieldName.MatchString(f.Name), "name", "invalid_name", "The name of a field can have lower-case letters, digits and underscores")
	p.title(f.Label, "label")
	p.require(f.MinLength >= 0 && f.MaxLength >= 0 && f.MinLength <= f.Longest() && f.Longest() <= maxAnswer,
		"max_length", "out_of_range", "The value is out of range.")
	switch f.Type {
	case FieldText, FieldEmail, FieldPhone, FieldCheckbox, FieldTextarea:
		p.require(len(f.Options) == 0, "options", "not_allowed", "Only a field of the type select can have options")
	case FieldSelect:
		p.require(len(f.Options) > 0 && len(f.Options) <= maxOptions, "options", "out_of_range", fmt.Sprintf("A field of the type select must have 1 to %d options", maxOptions))
	default:
		p.require(false, "type", "invalid_type", "The type of a field must be select, text, email, phone, checkbox or textarea")
	}
	for _, o := range f.Options {
		p.require(o.Value != "" && utf8.RuneCountInString(o.Value) <= maxLine, "value", "required", "Field is required")
		p.title(o.Label, "label")
	}
}
