package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/fault"
)

// refusal is what the command line says about a command that fails.
func refusal(t *testing.T, args ...string) string {
	t.Helper()
	var out, log strings.Builder
	err := run(t.Context(), "", append([]string{"--data", t.TempDir()}, args...), &out, &log)
	if err == nil {
		t.Errorf("%q succeeded: %s", args, out.String())
		return ""
	}
	return inWords(err)
}

func TestWrongValuesAreToldInWords(t *testing.T) {
	for line, want := range map[string]string{
		"event list --channel n --limit many":                   `--limit: "many" is not a whole number`,
		"event list --channel n --from tomorrow":                `--from: "tomorrow" is not a date: write 2026-12-05`,
		"event list --channel n --from 2026-13-01":              `--from: "2026-13-01" is not a date: write 2026-12-05`,
		"event schedule 1 2026-12-12 25:61":                     `[<time>]: "25:61" is not a time of day: write 19:30`,
		"event schedule 1 2026-12-12 noon":                      `[<time>]: "noon" is not a time of day: write 19:30`,
		"event schedule 1 2026-12-12T19:30":                     `[<day>]: "2026-12-12T19:30" has a time too: write only the date here, such as 2026-12-05`,
		"event moment 1 goal --ago long":                        `--ago: "long" is not a duration: write 90s, 5m or 1h30m`,
		"coupon create A --channel n --percent half":            `--percent: "half" is not a number`,
		"event cancel GS-1":                                     "<event>: \"GS-1\" is not the number of an event: write one such as 42, which `grandstand event list` prints",
		"order refund 0":                                        `<order>: "0" is not the number of an order: write it as on the receipt, such as GS-000042`,
		"order refund GS-99999999999999999999":                  `<order>: "GS-99999999999999999999" is not the number of an order: write it as on the receipt, such as GS-000042`,
		"order list --channel n --status lost":                  `--status "lost" is not one of "created","paid","failed","refunded"`,
		"coupon create A --channel n --percent 5 --uses -1":     "--uses: a value is missing; one that begins with a dash is written --uses=-1",
		"coupon create A --channel n --percent --uses 1":        "--percent: a value is missing",
		"order refund":                                          "the command is incomplete: <order> is missing",
		"order":                                                 `the command is incomplete: write one of "list", "refund", "paid-back"`,
		"order list":                                            "missing flags: --channel",
		"frobnicate":                                            "there is no command or argument frobnicate here",
		"events import n /":                                     "<file>: / is a folder, but a file is needed",
		"channel check /dev/null":                               "<folder>: /dev/null is a file, but a folder is needed",
		"--db mysql://here migrate":                             "db: \"mysql://…\" is not the address of a database",
		"channel apply " + filepath.Join("no", "such", "place"): "does not exist",
	} {
		if got := refusal(t, strings.Fields(line)...); !strings.Contains(got, want) {
			t.Errorf("%s: says %q, want %q", line, got, want)
		}
	}
}

func TestFailuresAreToldWithoutCodes(t *testing.T) {
	cause := errors.New("connection refused")
	for want, err := range map[string]error{
		"There is no event with this number. `grandstand event list` prints the numbers.": fmt.Errorf("%w", fault.NotFoundf("event", "Sorry! - Game Not Found")),
		"games.csv:7: The channel has no such sport.":                                     fmt.Errorf("games.csv:7: %w", fault.New(fault.Invalid, "no_sport", "The channel has no such sport.")),
		"Not now.\n  connection refused":                                                  fault.Wrap(cause, fault.Unavailable, "away", "Not now."),
		"name: Too long.":                                                                 fault.InvalidFields(fault.Field{Field: "name", Code: "too_long", Message: "Too long."}),
		"places: No.\n  first name: Too long.": fault.InvalidFields(
			fault.Field{Field: "blackouts.0.places", Code: "no", Message: "No."}, fault.Field{Field: "first_name", Code: "too_long", Message: "Too long."}),
		"This name is taken.": fault.Wrap(errors.New("UNIQUE constraint failed: coupons.code (2067)"), fault.Conflict, "taken", "This name is taken."),
		"connection refused":  cause,
		"the database does not accept the setting standard_conforming_strings=on of a connection": errors.New("open postgres database: failed to connect to `user=a database=b`: " +
			"127.0.0.1:6432 (127.0.0.1): ValidateConnect failed: the database does not accept the setting standard_conforming_strings=on of a connection\n\t[::1]:6432 (localhost): dial error"),
		"the connection pooler does not accept the setting IntervalStyle: connect without a pooler in between": errors.New("failed to connect to `user=a database=b`: " +
			"127.0.0.1:6432 (127.0.0.1): server error: FATAL: unsupported startup parameter: IntervalStyle (SQLSTATE 08P01)"),
		"measure the loop: ffmpeg cannot process this video":               errors.New("measure the loop: ffmpeg failed: exit status 1: [mov @ 0x55d0]\nmoov atom not found"),
		"the demo needs ffmpeg for its live game: ffmpeg is not installed": errors.New(`the demo needs ffmpeg for its live game: exec: "ffmpeg": executable file not found in $PATH`),
	} {
		if got := inWords(err); got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
}

func TestOrderNumbersAreTakenAsTheyArePrinted(t *testing.T) {
	for _, typed := range []string{
		"42", "GS-000042", "gs-42", " GS-000042 ", "GS 000042", "gs000042", "GS\u2013000042", "GS\u2011000042", "#GS-000042", "# 42", "GS\u00a0000042", "\uff27\uff33\uff0d\uff10\uff14\uff12",
		"\u200bGS-000042", "GS - 000042", "GS_42",
	} {
		var n orderNumber
		if err := n.UnmarshalText([]byte(typed)); err != nil || n != 42 {
			t.Errorf("%q is the order %d, %v", typed, n, err)
		}
	}
	for _, typed := range []string{"", "GS-", "GS", "GS-0", "GS--1x", "XX-42", "4 2", "42.5", "-", "GS-000042 GS-000043"} {
		var n orderNumber
		if err := n.UnmarshalText([]byte(typed)); err == nil {
			t.Errorf("%q is the order %d", typed, n)
		}
	}
}

func TestAnAddressInUseIsToldInWords(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	said := refusal(t, "serve", "--listen", taken.Addr().String(), "--admin-listen", "", "--rtmp-listen", "", "--srt-listen", "", "--whip-listen", "")
	want := "another program listens on " + taken.Addr().String() + ": stop it, or choose another address (`grandstand serve --help` lists the listeners)"
	if !strings.Contains(said, want) {
		t.Errorf("says %q, want %q", said, want)
	}
}

// internals are words of libraries that a person at the command line should not read.
var internals = regexp.MustCompile(`(?i)\bEOF\b|constraint|SQLSTATE|\bsql\b|unmarshal|invalid character|strconv|\d+ bit|dial tcp|context deadline|x509|\byaml: line|errno|\bbind\b|goroutine|nil pointer|syscall|parsing time|looking for beginning`)

func TestTheCommandLineNamesNoInternals(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var made strings.Builder
	data := filepath.Join(folder, "data")
	if err := run(t.Context(), "", []string{"--data", data, "migrate"}, &made, &made); err != nil {
		t.Fatal(err)
	}
	noDatabase := file("no.db", "\x7fELF, no database at all")
	for _, args := range [][]string{
		{"--config", file("a.json", `{"listen": 7, "foo": 1`), "migrate"},
		{"--config", file("b.json", "\x7fELF"), "migrate"},
		{"--config", filepath.Join(folder, "none.json"), "migrate"},
		{"--config", file("c.json", `[1]`), "migrate"},
		{"--db", noDatabase, "migrate"},
		{"--db", "postgres://u:p w@:abc", "migrate"},
		{"--db", "postgres://u:pw@127.0.0.1:1/x", "migrate"},
		{"--db", filepath.Join(noDatabase, "below"), "migrate"},
		{"--data", noDatabase, "event", "list", "--channel", "n"},
		{"events", "mapping", "set", "n", "s", file("m.yaml", "\x00\x01")},
		{"report", "--channel", "n", "--out", filepath.Join(folder, "no", "out.html"), "--format", "html"},
		{"channel", "check", folder},
		{"restore", "--data", filepath.Join(folder, "restored"), filepath.Join(folder, "data")},
		{"backup", noDatabase},
		{"--geo-db", noDatabase, "migrate"},
		{"--smtp", "nonsense", "migrate"},
		{"--trusted-proxies", "x", "migrate"},
		{"--secret", "short", "migrate"},
		{"--listen", "1:2:3", "migrate"},
		{"--blob", "s3://", "migrate"},
		{"--stripe-url", "::", "migrate"},
		{"--reconnect", "1", "migrate"},
		{"--workers", "1e9", "migrate"},
	} {
		var out strings.Builder
		err := run(t.Context(), "", append([]string{"--data", data}, args...), &out, &out)
		if err == nil {
			t.Errorf("%q succeeds", args)
			continue
		}
		if said := inWords(err); internals.MatchString(said) {
			t.Errorf("%q: says %q", args, said)
		}
	}
	if info, err := os.Stat(noDatabase); err != nil || info.Size() != int64(len("\x7fELF, no database at all")) {
		t.Errorf("a file that is no database was written: %v, %v", info, err)
	}
}
