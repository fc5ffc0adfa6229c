package main

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/fault"
)

// advice says what to do about a failure, by its code.
var advice = map[string]string{
	"event_not_found": "There is no event with this number. `grandstand event list` prints the numbers.",
	"order_not_found": "There is no order with this number. `grandstand order list` prints the numbers.",
}

// libraryMessages replaces messages of kong, of the database's driver and of Go's own packages by plain text.
var libraryMessages = []struct {
	said  *regexp.Regexp
	words string
}{
	{regexp.MustCompile(`expected a valid \d+ bit u?int but got ("[^"]*").*`), "$1 is not a whole number"},
	{regexp.MustCompile(`expected a float but got ("[^"]*").*`), "$1 is not a number"},
	{regexp.MustCompile(`expected duration but got ("[^"]*").*`), "$1 is not a duration: write 90s, 5m or 1h30m"},
	{regexp.MustCompile(`(--[a-z-]+): expected \S+ value but got "(-[^"]*)" \(.*`), "$1: a value is missing; one that begins with a dash is written $1=$2"},
	{regexp.MustCompile(`(--[a-z-]+): missing value.*`), "$1: a value is missing"},
	{regexp.MustCompile(`parsing time ("[^"]*"): extra text: "[ T]+\d\d?:.*`), "$1 has a time too: write only the date here, such as 2026-12-05"},
	{regexp.MustCompile(`parsing time ("[^"]*:[^"]*").*`), "$1 is not a time of day: write 19:30"},
	{regexp.MustCompile(`parsing time ("[^"]*") as "15:04".*`), "$1 is not a time of day: write 19:30"},
	{regexp.MustCompile(`parsing time ("[^"]*").*`), "$1 is not a date: write 2026-12-05"},
	{regexp.MustCompile(`one of "",`), `one of `},
	{regexp.MustCompile(`,""`), ``},
	{regexp.MustCompile(`must be one of (.*) but got (".*")`), "$2 is not one of $1"},
	{regexp.MustCompile(`^expected (one of ".*)`), "the command is incomplete: write $1"},
	{regexp.MustCompile(`^expected "(.*)"$`), "the command is incomplete: $1 is missing"},
	{regexp.MustCompile(`^unexpected argument (\S+)`), "there is no command or argument $1 here"},
	{regexp.MustCompile(`=[A-Z][A-Z-]*([,\s]|$)`), "$1"}, // after "missing flags: --channel"
	{regexp.MustCompile(`"([^"]*)" exists but is a directory`), "$1 is a folder, but a file is needed"},
	{regexp.MustCompile(`"([^"]*)" exists but is not a directory`), "$1 is a file, but a folder is needed"},
	{regexp.MustCompile(`(?s)failed to connect to .*?lookup (\S+).*`), "there is no host $1"},
	{regexp.MustCompile(`(?s)failed to connect to .*?password authentication failed.*`), "the database does not accept this user or password"},
	{regexp.MustCompile("(?s)failed to connect to .*?database ([\"`]?[^\\s\"`]+[\"`]?) does not exist.*"), "the server has no database $1"},
	{regexp.MustCompile(`(?s)(?:open postgres database: )?failed to connect to .*?permission denied for database ([^\s]+).*`), "this user may not connect to the database $1 (docs/OPERATIONS.md, \"A database on PostgreSQL\")"},
	{regexp.MustCompile(`(?s)(?:open postgres database: )?failed to connect to .*?unsupported startup parameter: (\S+).*`), "the connection pooler does not accept the setting $1: connect without a pooler in between"},
	{regexp.MustCompile(`(?s)(?:open postgres database: )?failed to connect to .*?ValidateConnect failed: ([^\n]*).*`), "$1"},
	{regexp.MustCompile(`(?s)failed to connect to .*?dial tcp (\S+): connect: connection refused.*`), "there is no response from $1"},
	{regexp.MustCompile(`(?s)failed to connect to .*`), "the database does not respond"},
	{regexp.MustCompile(`(?s)(?:failed to .*)?ERROR: permission denied for (?:schema|table|sequence|view) .*`), "the database belongs to another user: create one that the user of GRANDSTAND_DB owns (docs/OPERATIONS.md, \"A database on PostgreSQL\")"},
	{regexp.MustCompile(`(?s)(?:failed to .*)?ERROR: cannot execute .* in a read-only transaction.*`), "the database is read-only: connect to a server that accepts writes, without default_transaction_read_only"},
	{regexp.MustCompile("cannot parse `[^`]*`: .*"), "write it as postgres://user:password@host/name, with special characters as %20"},
	{regexp.MustCompile(`(?:open|stat|lstat|read|mkdir|mkdirat|openat|unlinkat|write|rename|chmod) (\S+): `), "$1: "},
	{regexp.MustCompile(`error opening database: invalid MaxMind DB file`), "this is not a country database in the MaxMind format (.mmdb)"},
	{regexp.MustCompile(`listen (?:tcp|udp)\d? (\S+): bind: address already in use`), "another program listens on $1: stop it, or choose another address (`grandstand serve --help` lists the listeners)"},
	{regexp.MustCompile(`listen (?:tcp|udp)\d? (\S+): bind: permission denied`), "this user may not listen on $1: choose a port over 1023, or run behind a proxy"},
	{regexp.MustCompile(`no such file or directory`), "does not exist"},
	{regexp.MustCompile(`not a directory`), "this is a file, but a folder is needed"},
	{regexp.MustCompile(`(: )is a directory`), "${1}this is a folder, but a file is needed"},
	{regexp.MustCompile(`no space left on device`), "the disk is full"},
	{regexp.MustCompile(`(\S+): does not exist`), "$1 does not exist"},
	{regexp.MustCompile(`context deadline exceeded`), "there was no response in time"},
	{regexp.MustCompile(`dial tcp (\S+): connect: connection refused`), "there is no response from $1"},
	{regexp.MustCompile(`dial tcp: lookup (\S+?)(?: on \S+)?: no such host`), "there is no host $1"},
	{regexp.MustCompile(`x509: .*`), "the certificate of the server is not valid"},
	{regexp.MustCompile(`(.*\S)?\s*file is not a database \(26\)`), "the file is not a SQLite database"},
	{regexp.MustCompile(`field (\S+) not found in type \S+`), `there is no field "$1"`},
	{regexp.MustCompile("cannot unmarshal \\S+(?: `[^`]*`)? into \\S+"), "the value has the wrong type"},
	{regexp.MustCompile(`\byaml: (?:unmarshal errors:\s+)?(?:control characters are not allowed|.*UTF-8 octet)`), "this file is not UTF-8 text"},
	{regexp.MustCompile(`(^|: )yaml: (?:unmarshal errors:\s+)?`), "$1"},
	{regexp.MustCompile(`exec: "([^"]+)": executable file not found in \$PATH`), "$1 is not installed"},
	{regexp.MustCompile(`(?s)ffmpeg failed: .*`), "ffmpeg cannot process this video"},
	{regexp.MustCompile(`database is locked.*`), "the database is busy; try again"},
}

// inWords returns the text of an error for the command line. A classified failure is its sentence, without its code. In other
// errors the messages of libraries are replaced by plain text.
func inWords(err error) string {
	known, ok := errors.AsType[*fault.Error](err)
	if !ok || known.Kind == fault.Internal {
		return libraryInWords(err.Error())
	}
	said := known.Detail
	if better, ok := advice[known.Code]; ok {
		said = better
	}
	lines := []string{said}
	if known.Code == fault.ValidationFailed && len(known.Fields) > 0 {
		lines = nil // the fields say more
	}
	for _, field := range known.Fields {
		if field.Message != known.Detail {
			lines = append(lines, fieldInWords(field.Field)+": "+field.Message)
		}
	}
	// What came before the failure in the text says where it happened, such as the line of a file.
	if before, _, found := strings.Cut(err.Error(), known.Error()); found {
		lines[0] = before + lines[0]
	}
	// The cause of a conflict is a message of the database, which the sentence has said already.
	if known.Cause != nil && known.Kind != fault.Conflict {
		lines = append(lines, libraryInWords(known.Cause.Error()))
	}
	return strings.Join(lines, "\n  ")
}

// fieldInWords is the last name of a field's path: "blackouts.0.places" is "places".
func fieldInWords(path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
	for _, part := range slices.Backward(parts) {
		if strings.Trim(part, "0123456789") != "" {
			return strings.ReplaceAll(part, "_", " ")
		}
	}
	return path
}

func libraryInWords(said string) string {
	for _, p := range libraryMessages {
		said = p.said.ReplaceAllString(said, p.words)
	}
	return said
}
