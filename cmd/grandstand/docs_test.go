package main

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var (
	setting = regexp.MustCompile(`GRANDSTAND_[A-Z_]*[A-Z]`)
	// spoken is a command as documents and scripts write it, up to where its line, its code or its sentence ends.
	spoken = regexp.MustCompile("(?m)(?:^|[\\s`/\"'(])grandstand((?: +(?:--?)?[\\w./:<>\"'=,$-]+)+)")
	// aCommand begins every command's name.
	aCommand = regexp.MustCompile(`^[a-z][a-z-]*$`)
)

// grammar is what the command line knows.
type grammar struct {
	settings []string
	root     *kong.Node
}

func newGrammar(t *testing.T) grammar {
	t.Helper()
	var line commands
	parser, err := kong.New(&line, kong.Name("grandstand"))
	if err != nil {
		t.Fatal(err)
	}
	g := grammar{root: parser.Model.Node}
	g.addSettings(g.root)
	return g
}

// addSettings adds what a command takes from the environment, and the commands below it.
func (g *grammar) addSettings(node *kong.Node) {
	for _, flag := range node.Flags {
		g.settings = append(g.settings, flag.Envs...)
	}
	for _, child := range node.Children {
		g.addSettings(child)
	}
}

// unknown are the settings, commands and flags in a text that there are not, and how many were looked up.
func (g grammar) unknown(text string) (names []string, asked int) {
	for _, name := range setting.FindAllString(text, -1) {
		asked++
		if !slices.Contains(g.settings, name) {
			names = append(names, name)
		}
	}
	for _, found := range spoken.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(found[1])
		if !aCommand.MatchString(words[0]) && !strings.HasPrefix(words[0], "--") {
			continue // a path, or what belongs to another program
		}
		asked++
		if bad := g.strange(words); bad != "" {
			names = append(names, "grandstand "+strings.Join(words, " ")+": "+bad)
		}
	}
	return names, asked
}

// strange is the first word of a command line that the grammar does not know, or "".
func (g grammar) strange(words []string) string {
	node, flags := g.root, g.root.Flags
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, "--"); ok {
			name, _, _ = strings.Cut(name, "=")
			if !slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Name == name }) {
				return word
			}
			continue
		}
		if len(node.Children) == 0 {
			continue // an argument
		}
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word && n.Type == kong.CommandNode })
		if i < 0 {
			return word
		}
		node = node.Children[i]
		flags = append(slices.Clone(flags), node.Flags...)
	}
	return ""
}

// described are the files that engineers copy from.
func described(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	names := []string{"README.md", "docs/OPERATIONS.md"}
	for _, folder := range []string{"deploy", "docs/guide"} {
		files, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names = append(names, folder+"/"+file.Name())
		}
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// Every setting, command and flag that documents and shipped files name is there.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	g, looked := newGrammar(t), 0
	for name, text := range described(t) {
		bad, asked := g.unknown(text)
		looked += asked
		for _, b := range bad {
			t.Errorf("%s names %s, which is not there", name, b)
		}
	}
	if looked < 120 {
		t.Fatalf("looked %d names up: the rule judged next to nothing", looked)
	}
}

func TestWhatIsNotThereIsFound(t *testing.T) {
	bad, asked := newGrammar(t).unknown("GRANDSTAND_DATA and GRANDSTAND_DATUM; `grandstand backup x --previous y`, `grandstand backup x --last y`, " +
		"`bin/grandstand stream kee 17`, grandstand user second-factor off\nsystemctl restart grandstand\n`grandstand serfe`")
	want := []string{"GRANDSTAND_DATUM", "grandstand backup x --last y: --last", "grandstand stream kee 17: kee", "grandstand serfe: serfe"}
	if asked != 7 || !slices.Equal(bad, want) {
		t.Errorf("of %d found %q, want %q", asked, bad, want)
	}
}

// examples are the configuration files in a document: blocks that begin with the name of the file.
func examples(document string) (files [][]string) {
	lines := bufio.NewScanner(strings.NewReader(document))
	var file []string
	for lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "# /etc/grandstand/environment"):
			file = []string{}
		case strings.HasPrefix(line, "```") && file != nil:
			files, file = append(files, file), nil
		case file != nil:
			file = append(file, line)
		}
	}
	return files
}

// The configuration files in the document are ones that the server starts with, as far as it checks them.
func TestExampleConfigurationsAreUsable(t *testing.T) {
	files := examples(described(t)["docs/OPERATIONS.md"])
	if len(files) != 3 {
		t.Fatalf("found %d configuration files: the rule judged nothing", len(files))
	}
	for i, file := range files {
		if err := usable(t, file); err != nil {
			t.Errorf("file %d: %v", i+1, err)
		}
	}
	if err := usable(t, []string{"GRANDSTAND_SECRET=short"}); err == nil {
		t.Error("a configuration that cannot work passes")
	}
}

// usable reads a configuration as the server does.
func usable(t *testing.T, file []string) (err error) {
	t.Helper()
	t.Run("file", func(t *testing.T) {
		for _, line := range file {
			name, value, ok := strings.Cut(line, "=")
			if !ok {
				t.Errorf("%q sets nothing", line)
			}
			t.Setenv(name, value)
		}
		var line commands
		var parser *kong.Kong
		if parser, err = kong.New(&line, kong.Name("grandstand")); err != nil {
			return
		}
		if _, err = parser.Parse([]string{"serve"}); err == nil {
			err = line.Validate()
		}
	})
	return err
}
