package main

import (
	"slices"
	"testing"
)

func TestTargetsAreFound(t *testing.T) {
	const said = "ok  \texample.org/a\t0.004s\nFuzzOne\nFuzzTwo\nok  \texample.org/b\t0.011s\n?   \texample.org/c\t[no test files]\nFuzzThree\nok  \texample.org/d\t(cached)\n"
	want := []target{{"example.org/b", "FuzzOne"}, {"example.org/b", "FuzzTwo"}, {"example.org/d", "FuzzThree"}}
	if got := read(said); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestProgressIsRead(t *testing.T) {
	m := progress.FindStringSubmatch("fuzz: elapsed: 3s, execs: 102944 (34311/sec), new interesting: 8 (total: 22)")
	if len(m) != 3 || m[1] != "102944" || m[2] != "8" {
		t.Errorf("%q", m)
	}
}

func TestWhatIsBrokenIsSaid(t *testing.T) {
	for said, want := range map[string]bool{
		"--- FAIL: FuzzOne (10.11s)\n    context deadline exceeded\nFAIL\n":                                        true,
		"--- FAIL: FuzzOne (1s)\n    one_test.go:9: wrong\n    Failing input written to testdata/fuzz/FuzzOne/1\n": false,
		"--- FAIL: FuzzOne (1s)\n    context deadline exceeded\n    Failing input written to x\n":                  false,
		"panic: x\ncontext deadline exceeded":                                                                      false,
	} {
		if got := endedLate(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
