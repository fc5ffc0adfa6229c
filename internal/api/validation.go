package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/grandstand/grandstand/internal/fault"
)

// faultOf reads an error of the library: what it found wrong with parameters or body,
// or, when it is neither, a failure of our own.
func faultOf(model *huma.ErrorModel) error {
	if model.Status >= http.StatusInternalServerError {
		return errors.New(model.Detail + detailsOf(model))
	}
	var fields []fault.Field
	for _, detail := range model.Errors {
		if len(fields) == maxProblems {
			break
		}
		fields = append(fields, fieldOf(detail.Location, detail.Message))
	}
	return fault.InvalidFields(fields...)
}

func detailsOf(model *huma.ErrorModel) string {
	var text strings.Builder
	for _, detail := range model.Errors {
		text.WriteString(": " + detail.Message)
	}
	return text.String()
}

// rule maps one of the library's validation messages to the contract's code and
// sentence. The messages are the library's exported constants, cut at their first
// verb, so that an upgrade that changes them is followed by itself.
type rule struct {
	message string
	code    string
	text    string
	// number computes the sentence's {number} from the limit in the message.
	number func(limit int) int
}

func same(n int) int { return n }
func less(n int) int { return n - 1 }
func more(n int) int { return n + 1 }

var rules = []rule{
	{message: validation.MsgExpectedRequiredProperty, code: "required", text: "Field is required"},
	{message: "required query parameter is missing", code: "required", text: "Field is required"},
	{message: "request body is required", code: "required", text: "Field is required"},
	{message: validation.MsgUnexpectedProperty, code: "unknown_field", text: "This field does not exist."},
	{message: validation.MsgExpectedMinLength, code: "too_short", text: "Field length must be greater than {number}", number: less},
	{message: validation.MsgExpectedMaxLength, code: "too_long", text: "Field length must be less than {number}", number: more},
	{message: validation.MsgExpectedMinimumNumber, code: "out_of_range", text: "The value must be at least {number}.", number: same},
	{message: validation.MsgExpectedMaximumNumber, code: "out_of_range", text: "The value must be at most {number}.", number: same},
	{message: validation.MsgExpectedExclusiveMinimumNumber, code: "out_of_range", text: "The value is out of range."},
	{message: validation.MsgExpectedExclusiveMaximumNumber, code: "out_of_range", text: "The value is out of range."},
	{message: validation.MsgExpectedMinItems, code: "too_few", text: "At least {number} values are needed.", number: same},
	{message: validation.MsgExpectedMaxItems, code: "too_many", text: "At most {number} values are allowed.", number: same},
	{message: validation.MsgExpectedArrayItemsUnique, code: "repeated_value", text: "A value is given more than once."},
	{message: validation.MsgExpectedString, code: "wrong_type", text: "The value must be a text."},
	{message: validation.MsgExpectedBoolean, code: "wrong_type", text: "The value must be true or false."},
	{message: validation.MsgExpectedNumber, code: "wrong_type", text: "The value must be a number."},
	{message: validation.MsgExpectedInteger, code: "wrong_type", text: "The value must be a whole number."},
	{message: validation.MsgExpectedArray, code: "wrong_type", text: "The value must be a list."},
	{message: validation.MsgExpectedObject, code: "wrong_type", text: "The value must be an object."},
	{message: "invalid integer", code: "malformed", text: "The value must be a whole number."},
	{message: "invalid float", code: "malformed", text: "The value must be a number."},
	{message: "invalid boolean", code: "malformed", text: "The value must be true or false."},
}

// fieldOf is the contract's form of one problem that the library found. The value
// itself is not repeated: it may be a password.
func fieldOf(location, message string) fault.Field {
	field := fieldName(location)
	if options, ok := strings.CutPrefix(message, verbless(validation.MsgExpectedOneOf)); ok {
		return fault.Field{Field: field, Code: "not_allowed", Message: "The value must be one of: " + strings.TrimSuffix(options, `"`) + "."}
	}
	for _, r := range rules {
		rest, ok := strings.CutPrefix(message, verbless(r.message))
		if !ok || (rest != "" && !strings.Contains(r.message, "%")) {
			continue
		}
		if r.message == validation.MsgExpectedRequiredProperty {
			field = strings.TrimSuffix(rest, " to be present")
		}
		return fault.Field{Field: field, Code: r.code, Message: r.sentence(rest)}
	}
	return fault.Field{Field: field, Code: "malformed", Message: "The value is not valid."}
}

func (r rule) sentence(limit string) string {
	if r.number == nil {
		return r.text
	}
	n, err := strconv.Atoi(limit)
	if err != nil {
		return "The value is not valid."
	}
	if r.code == "too_short" && n <= 1 {
		return "Field is required"
	}
	return strings.Replace(r.text, "{number}", strconv.Itoa(r.number(n)), 1)
}

// verbless cuts a format string at its first verb.
func verbless(format string) string {
	text, _, _ := strings.Cut(format, "%")
	return text
}

// fieldName is the last name of a path such as "query.limit" or "body.tags[0]".
func fieldName(location string) string {
	for _, root := range [...]string{"query.", "path.", "header.", "body."} {
		if name, ok := strings.CutPrefix(location, root); ok {
			return name
		}
	}
	return location
}
