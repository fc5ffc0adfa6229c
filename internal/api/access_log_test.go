package api

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const pathSecret = "s3cretS3CRET"

// addresses returns addresses of a tree that hold a secret.
func (s secretPath) addresses() []string {
	tree := s.prefix
	if s.hasID {
		tree += "17/"
	}
	doubled := strings.ReplaceAll(tree, "/", "//")
	return []string{tree + pathSecret, tree + pathSecret + ".ics", tree + pathSecret + "/e1/a.m4s", doubled + pathSecret}
}

func TestNoTreeLogsItsSecret(t *testing.T) {
	for _, s := range secretPaths {
		for _, address := range s.addresses() {
			got := loggablePath(address)
			if strings.Contains(got, pathSecret) || !strings.HasPrefix(got+"/", s.prefix) || strings.HasSuffix(got, "/e1/a.m4s") != (s.rest && strings.Contains(address, "/e1/")) {
				t.Errorf("%s is logged as %s", address, got)
			}
		}
	}
}

// nginxRule is one line of the map that makes the logged path of an address.
type nginxRule struct {
	pattern *regexp.Regexp
	logged  string
}

// nginxRules reads the map of the logged path. Named groups have the same form in PCRE and in Go.
func nginxRules(t *testing.T) (rules []nginxRule) {
	t.Helper()
	text := readText(t, "../../deploy/nginx.conf")
	_, block, found := strings.Cut(text, "map $uri $grandstand_path {\n")
	block, _, closed := strings.Cut(block, "\n}\n")
	if !found || !closed {
		t.Fatal("deploy/nginx.conf has no map of the logged path")
	}
	for line := range strings.SplitSeq(block, "\n") {
		pattern, logged, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ";"), " ")
		pattern, isRegexp := strings.CutPrefix(pattern, "~")
		if !ok || !isRegexp {
			t.Fatalf("a line of the map: %q", line)
		}
		rules = append(rules, nginxRule{regexp.MustCompile(pattern), logged})
	}
	return rules
}

// nginxLogs returns what nginx logs of an address: the first pattern that matches decides.
func nginxLogs(rules []nginxRule, address string) string {
	for _, rule := range rules {
		if found := rule.pattern.FindStringSubmatchIndex(address); found != nil {
			return string(rule.pattern.ExpandString(nil, regexp.MustCompile(`\$(\w+)`).ReplaceAllString(rule.logged, "$${$1}"), address, found))
		}
	}
	return ""
}

func TestNginxHidesTheSameSecrets(t *testing.T) {
	rules := nginxRules(t)
	for _, s := range secretPaths {
		for _, address := range s.addresses() {
			got := nginxLogs(rules, address)
			if strings.Contains(got, pathSecret) || !strings.Contains(got, "-") || strings.HasSuffix(got, "/e1/a.m4s") != (s.rest && strings.Contains(address, "/e1/")) {
				t.Errorf("nginx logs %s as %q", address, got)
			}
		}
	}
	for address, want := range map[string]string{
		"/whip": "/whip", "/whippet/1": "/whippet/1", "/shared/17/x": "/shared/17/x", "/share_videos/17/x": "/share_videos/17/x",
		"/media/public/1/a.jpg": "/media/public/1/a.jpg", "/media/public/stills/1/2/3-x-640.jpg": "/media/public/stills/-", "/media/x/e1/a.m4s": "/media/-/e1/a.m4s", "/watch/5": "/watch/5",
		"/share_video/17/x.mp4": "/share_video/17/-", "/feeds/favourites/x.ics": "/feeds/favourites/-", "/whip/sessions/x": "/whip/-",
	} {
		if got := nginxLogs(rules, address); got != want {
			t.Errorf("nginx logs %s as %q, want %q", address, got, want)
		}
	}
}

func TestOperatorsAreToldEachPathWithASecret(t *testing.T) {
	text := readText(t, "../../docs/OPERATIONS.md")
	for _, s := range secretPaths {
		if !strings.Contains(text, "`"+s.prefix+"`") {
			t.Errorf("docs/OPERATIONS.md does not list %s among the paths that hold secrets", s.prefix)
		}
	}
}

// openParts are the variable parts of routes that open nothing.
var openParts = []string{"id", "alias", "provider", "moment"}

// openRoutes have another variable part that opens nothing.
var openRoutes = map[string]string{
	"/storage/settings/{file}":          "the public settings of a channel",
	"/api/stripe/webhook/{channel_key}": "apps publish the key of their channel; the signature in the header is the proof",
	"/3d_secure/{account}/{intent}":     "the payment simulator, with which no one pays",
	"/portal/{account}/{session}":       "the payment simulator, with which no one pays",
	"/{$}":                              "matches the root alone",
	"/{}":                               "a page that does not exist",
}

var variablePart = regexp.MustCompile(`\{([^{}]*)\}`)

// A route with a variable part that is not known to open nothing is hidden in the log. Write the secret of a new route into
// secretPaths, deploy/nginx.conf and docs/OPERATIONS.md.
func TestRoutesWithSecretsAreHidden(t *testing.T) {
	routes := slices.Concat(pageRoutes(t), handledRoutes(t))
	for _, op := range newWorld(t, dbtest.SQLite(t)).api.Operations() {
		routes = append(routes, op.Path)
	}
	hidden := 0
	for _, route := range routes {
		parts := variablePart.FindAllStringSubmatch(route, -1)
		parts = slices.DeleteFunc(parts, func(part []string) bool { return slices.Contains(openParts, part[1]) })
		if len(parts) == 0 || openRoutes[route] != "" {
			continue
		}
		hidden++
		address := variablePart.ReplaceAllStringFunc(route, func(part string) string {
			if slices.Contains(openParts, strings.Trim(part, "{}")) {
				return "17"
			}
			return pathSecret
		})
		if got := loggablePath(address); strings.Contains(got, pathSecret) {
			t.Errorf("%s: a request is logged as %s", route, got)
		}
	}
	if hidden < 4 {
		t.Errorf("of %d routes only %d hold a secret: they are not found", len(routes), hidden)
	}
}

// pageRoutes lists the web app's pages, whose files are named after their paths.
func pageRoutes(t *testing.T) (routes []string) {
	t.Helper()
	files, err := filepath.Glob("../../web/src/app/routes/*.tsx")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d routes, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".tsx")
		routes = append(routes, "/"+regexp.MustCompile(`\$(\w*)`).ReplaceAllString(strings.ReplaceAll(name, ".", "/"), "{$1}"))
	}
	return routes
}

// handled finds patterns of http.ServeMux in the source: a literal, after a constant where the pattern begins with one.
var handled = regexp.MustCompile(`\bHandle(?:Func)?\("(?:[A-Z]+ )?(?:"\+([\w.]+)\+")?([^"]*\{[^"]*)"`)

// constants are the beginnings of patterns that the source writes as constants.
var constants = map[string]string{"": "", "site.ClipFilePath": "/share_video/"}

// handledRoutes lists the patterns with a variable part outside of the API's operations.
func handledRoutes(t *testing.T) (routes []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		for _, found := range handled.FindAllStringSubmatch(readText(t, name), -1) {
			prefix, known := constants[found[1]]
			if !known {
				t.Errorf("%s: what is %s? Add it to constants", name, found[1])
			}
			routes = append(routes, prefix+found[2])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return routes
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
