package main

import (
	"testing"

	"github.com/alecthomas/kong"
)

// An option turns a kept answer off, and is unanswered if it is not given.
func TestAnswersAreTurnedOff(t *testing.T) {
	for _, test := range []struct {
		option string
		want   *bool
	}{{"--doubleheaders", new(true)}, {"--no-doubleheaders", new(false)}, {"--any-year", nil}} {
		var line struct {
			scheduleAnswers
		}
		parser, err := kong.New(&line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse([]string{test.option}); err != nil {
			t.Fatal(err)
		}
		got := line.answers().Doubleheaders
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: %v", test.option, got)
		}
	}
}
