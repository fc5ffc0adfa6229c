package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The end of a run names the failed tests of the web app too, and the files that could not be loaded.
func TestFailuresOfVitestAreNamed(t *testing.T) {
	record := filepath.Join(t.TempDir(), "vitest.json")
	report := `{"numPassedTests":1,"numFailedTests":1,"numPendingTests":2,"testResults":[
		{"name":"/web/src/a.test.ts","status":"failed","message":"","assertionResults":[
			{"fullName":"prices are shown","status":"passed","failureMessages":[]},
			{"fullName":"prices are hidden","status":"failed","failureMessages":["expected 1 to be 2\n    at a.test.ts:7"]}]},
		{"name":"/web/src/b.test.ts","status":"failed","message":"Cannot find module","assertionResults":[]},
		{"name":"/web/src/c.test.ts","status":"passed","message":"","assertionResults":[]}]}`
	if err := os.WriteFile(record, []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
	counted, err := readVitest(record)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := counted.String(), "1 passed, 1 failed, 2 skipped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	wantNames := "failed: /web/src/a.test.ts: prices are hidden\nfailed: /web/src/b.test.ts\n"
	if got := counted.failedNames(); got != wantNames {
		t.Errorf("got %q, want %q", got, wantNames)
	}
	wantReasons := "\nwhat failed:\n/web/src/a.test.ts: prices are hidden\nexpected 1 to be 2\n    at a.test.ts:7\n" +
		"/web/src/b.test.ts\nCannot find module\n"
	if got := counted.reasons(); got != wantReasons {
		t.Errorf("got %q, want %q", got, wantReasons)
	}
}
