package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// repositoryPath matches a path in code quotes that begins with a folder of the repository. It may contain *.
	repositoryPath = regexp.MustCompile("`((?:bench|cmd|demo|deploy|docs|internal|scripts|test|web)/[^` ]*)`")
	// markdownLink matches the target of a link to another file of the repository.
	markdownLink = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
)

// entranceDocuments are the documents from which a reader starts.
func entranceDocuments(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob("../../docs/guide/*.md")
	if err != nil || len(guides) < 8 {
		t.Fatalf("%d guides, %v", len(guides), err)
	}
	return append(guides, "../../README.md", "../../CONTRIBUTING.md", "../../docs/ARCHITECTURE.md", "../../docs/GLOSSARY.md")
}

func TestDocumentsNameFilesThatExist(t *testing.T) {
	checked := 0
	for _, name := range entranceDocuments(t) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		missing, found := missingFiles(string(content), filepath.Dir(name))
		checked += found
		for _, path := range missing {
			t.Errorf("%s names %s, which does not exist", strings.TrimPrefix(name, "../../"), path)
		}
	}
	if checked < 150 {
		t.Fatalf("checked %d paths: the documents were not read", checked)
	}
}

func TestMissingFilesAreFound(t *testing.T) {
	missing, found := missingFiles("`internal/api/api.go`, `internal/api/no.go`, `internal/ap*/`, `web/src/none*.ts`, `internal/<noun>.go`, [a](text.go), [b](gone.md), [c](https://example.org)", ".")
	if len(missing) != 3 || found != 6 {
		t.Errorf("missing %q of %d", missing, found)
	}
}

// missingFiles returns the paths and links of a document in a folder that lead to no file, and the number of all.
func missingFiles(document, folder string) (missing []string, found int) {
	check := func(named, pattern string) {
		if strings.ContainsAny(named, "<…") {
			return // a placeholder
		}
		found++
		if matches, err := filepath.Glob(pattern); err != nil || len(matches) == 0 {
			missing = append(missing, named)
		}
	}
	for _, match := range repositoryPath.FindAllStringSubmatch(document, -1) {
		check(match[1], filepath.Join("../..", match[1]))
	}
	for _, match := range markdownLink.FindAllStringSubmatch(document, -1) {
		check(match[1], filepath.Join(folder, match[1]))
	}
	return missing, found
}
