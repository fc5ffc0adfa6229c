package main

import (
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestTallyOfEvents(t *testing.T) {
	tests := []struct {
		name   string
		events []string
		want   tally
	}{
		{"leaves count, headings do not", []string{
			`{"Action":"run","Package":"p","Test":"TestA"}`,
			`{"Action":"run","Package":"p","Test":"TestA/sqlite"}`,
			`{"Action":"run","Package":"p","Test":"TestA/postgres"}`,
			`{"Action":"pass","Package":"p","Test":"TestA/sqlite"}`,
			`{"Action":"pass","Package":"p","Test":"TestA/postgres"}`,
			`{"Action":"pass","Package":"p","Test":"TestA"}`,
			`{"Action":"pass","Package":"p"}`,
		}, tally{passed: 2, sqlite: 1, postgres: 1}},
		{"a failure counts once", []string{
			`{"Action":"run","Package":"p","Test":"TestA"}`,
			`{"Action":"run","Package":"p","Test":"TestA/x"}`,
			`{"Action":"fail","Package":"p","Test":"TestA/x"}`,
			`{"Action":"fail","Package":"p","Test":"TestA"}`,
			`{"Action":"fail","Package":"p"}`,
		}, tally{failed: 1}},
		{"a heading that fails by itself counts", []string{
			`{"Action":"run","Package":"p","Test":"TestA"}`,
			`{"Action":"run","Package":"p","Test":"TestA/x"}`,
			`{"Action":"pass","Package":"p","Test":"TestA/x"}`,
			`{"Action":"fail","Package":"p","Test":"TestA"}`,
			`{"Action":"fail","Package":"p"}`,
		}, tally{passed: 1, failed: 1}},
		{"a package that does not build counts", []string{
			`{"ImportPath":"p","Action":"build-output","Output":"p.go:1: no\n"}`,
			`{"Action":"fail","Package":"p","FailedBuild":"p"}`,
		}, tally{failed: 1}},
		{"one package's name is another's prefix", []string{
			`{"Action":"run","Package":"p/q","Test":"TestA"}`,
			`{"Action":"fail","Package":"p/q","Test":"TestA"}`,
			`{"Action":"fail","Package":"p/q"}`,
			`{"Action":"fail","Package":"p"}`,
		}, tally{failed: 2}},
		{"skips are said", []string{
			`{"Action":"run","Package":"p","Test":"TestA"}`,
			`{"Action":"skip","Package":"p","Test":"TestA"}`,
			`{"Action":"pass","Package":"p"}`,
		}, tally{skipped: 1}},
		{"words between events do no harm", []string{
			`warning: something`,
			`{"Action":"run","Package":"p","Test":"TestA"}`,
			`{"Action":"pass","Package":"p","Test":"TestA"}`,
		}, tally{passed: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newResults(io.Discard)
			if err := r.read(strings.NewReader(strings.Join(tt.events, "\n"))); err != nil {
				t.Fatal(err)
			}
			got := r.tally()
			got.failures = nil
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestOutputOfFailuresIsShown(t *testing.T) {
	var shown strings.Builder
	r := newResults(&shown)
	err := r.read(strings.NewReader(strings.Join([]string{
		`{"Action":"run","Package":"p","Test":"TestQuiet"}`,
		`{"Action":"output","Package":"p","Test":"TestQuiet","Output":"hidden\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestQuiet"}`,
		`{"Action":"run","Package":"p","Test":"TestLoud"}`,
		`{"Action":"output","Package":"p","Test":"TestLoud","Output":"why it failed\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestLoud"}`,
		`{"Action":"run","Package":"p","Test":"TestDied"}`,
		`{"Action":"output","Package":"p","Test":"TestDied","Output":"panic: last words\n"}`,
		`{"Action":"fail","Package":"p"}`,
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"why it failed", "panic: last words"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if strings.Contains(shown.String(), "hidden") {
		t.Error("the output of a passing test is shown")
	}
}

// The end of a long run says why tests failed, not only how many: each once, without the heading above it.
func TestReasonsAreGathered(t *testing.T) {
	r := newResults(io.Discard)
	err := r.read(strings.NewReader(strings.Join([]string{
		`{"Action":"run","Package":"p","Test":"TestA"}`,
		`{"Action":"run","Package":"p","Test":"TestA/x"}`,
		`{"Action":"output","Package":"p","Test":"TestA/x","Output":"=== RUN   TestA/x\n"}`,
		`{"Action":"output","Package":"p","Test":"TestA/x","Output":"why\n"}`,
		`{"Action":"output","Package":"p","Test":"TestA","Output":"a long log\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestA/x"}`,
		`{"Action":"fail","Package":"p","Test":"TestA"}`,
		`{"Action":"fail","Package":"p"}`,
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	counted := r.tally()
	if got, want := counted.reasons(), "\nwhat failed:\np TestA/x\nwhy\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := counted.failedNames(), "failed: p TestA/x\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFlakyJourneysAreNamed(t *testing.T) {
	r := newResults(io.Discard)
	err := r.read(strings.NewReader(strings.Join([]string{
		`{"Action":"run","Package":"p","Test":"TestBrowser/home"}`,
		`{"Action":"output","Package":"p","Test":"TestBrowser/home","Output":"    browser_test.go:9: flaky journey: no button\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestBrowser/home"}`,
		`{"Action":"run","Package":"p","Test":"TestBrowser/watch"}`,
		`{"Action":"output","Package":"p","Test":"TestBrowser/watch","Output":"    browser_test.go:9: flaky journey: no picture\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestBrowser/watch"}`,
		`{"Action":"fail","Package":"p"}`,
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"p TestBrowser/home\n    browser_test.go:9: flaky journey: no button\n"}
	if got := r.tally().flaky; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestManyFlakyJourneysFailTheRun(t *testing.T) {
	for flakes, want := range map[int]bool{0: true, mostFlaky: true, mostFlaky + 1: false} {
		total := tally{passed: 9, flaky: make([]string, flakes)}
		if got := total.isGreen(); got != want {
			t.Errorf("%d flaky journeys: green is %v", flakes, got)
		}
	}
	if (tally{passed: 9, failed: 1}).isGreen() {
		t.Error("a run with a failed test is green")
	}
}
