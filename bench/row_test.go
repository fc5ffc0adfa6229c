package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRemarksOutliveANewRun(t *testing.T) {
	name := filepath.Join(t.TempDir(), "README.md")
	if remarks(name) != "" {
		t.Error("a report that is not there has remarks")
	}
	kept := "\n## What they stand for\n\nA word.\n\n## Where an aim is missed\n\nAnother.\n"
	if err := os.WriteFile(name, []byte("# Benchmarks\n\n| what |\n| --- |\n| an old figure |\n"+kept), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := remarks(name); got != kept {
		t.Errorf("kept %q", got)
	}
}
