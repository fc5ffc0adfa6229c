package main

import (
	"strings"
	"testing"
)

// Flags behind a group are no groups: told, not left out, as what was asked for would not be what is measured.
func TestUnknownGroupsAreRefused(t *testing.T) {
	err := run(t.Context(), &bench{}, []string{"kickoff", "-fans", "200"})
	if err == nil || !strings.Contains(err.Error(), "-fans, 200") {
		t.Errorf("got %v", err)
	}
}
