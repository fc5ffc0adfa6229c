package archtest

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// maxLines is where a file stops having one subject.
const maxLines = 600

// generated says whether a file is written by a program, by its name or its folder.
func generated(name string) bool {
	return strings.Contains(name, ".gen.") || strings.Contains("/"+name, "/gen/")
}

// judgeLength reports a source file that is too long.
func judgeLength(name, text string) string {
	switch path.Ext(name) {
	case ".go", ".ts", ".tsx":
	default:
		return ""
	}
	lines := strings.Count(text, "\n")
	if generated(name) || lines <= maxLines {
		return ""
	}
	return fmt.Sprintf("%s has %d lines, at most %d", name, lines, maxLines)
}

// foreign matches what belongs to one machine and not to the repository: addresses of package registries (which a
// lock file or a script would pin for everybody) and absolute paths of a developer's folders. The pattern is put
// together from pieces so that it does not match itself.
var foreign = regexp.MustCompile(strings.Join([]string{
	`registry\.` + `(?:npmjs\.org|yarnpkg\.com)`,
	`proxy\.` + `golang\.org`,
	`sum\.` + `golang\.org`,
	`GOPROXY` + `=`,
	`(?:^|[^\w./~-])/` + `(?:work|home|Users|root)/\w`,
}, "|"))

// judgeForeign reports the first line that ties the repository to one machine.
func judgeForeign(name, text string) string {
	at := foreign.FindStringIndex(text)
	if at == nil {
		return ""
	}
	line := 1 + strings.Count(text[:at[0]], "\n")
	return fmt.Sprintf("%s:%d holds %q, which belongs to one machine", name, line, strings.TrimSpace(text[at[0]:at[1]]))
}

var (
	migrationName = regexp.MustCompile(`^(\d{4})_[a-z0-9_]+\.sql$`)
	gooseUp       = regexp.MustCompile(`(?m)^-- \+goose Up$`)
	gooseDown     = regexp.MustCompile(`(?mi)^--\s*\+goose\s+down`)
)

// judgeMigrations reports what breaks the order of migrations: a name without its number, a number used twice, a file
// that does not go up, a file that also goes down (data that a later version wrote cannot be taken back).
func judgeMigrations(files []source) []string {
	var found []string
	taken := map[string]string{}
	for _, f := range files {
		name := path.Base(f.name)
		match := migrationName.FindStringSubmatch(name)
		if match == nil {
			found = append(found, name+": want NNNN_name.sql")
			continue
		}
		if other, twice := taken[match[1]]; twice {
			found = append(found, name+": its number is taken by "+other)
		}
		taken[match[1]] = name
		if !gooseUp.MatchString(f.text) {
			found = append(found, name+": has no up step")
		}
		if gooseDown.MatchString(f.text) {
			found = append(found, name+": goes down")
		}
	}
	return found
}
