package pack

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// source is one YAML file as it was read, to find lines in.
type source struct {
	file string
	root *yaml.Node // the top mapping; nil where there is none
	list string     // the entry that holds the part where the file holds one list
}

// maxSource bounds a YAML or Markdown file, in bytes.
const maxSource = 5 << 20

// readSource reads a file into what part says. A file that is not there leaves
// everything empty.
func readSource(tree fs.FS, p part, problems *Problems) *source {
	s := &source{file: p.file}
	if slices.Contains([]string{"offers", "forms", "faq", "pages"}, p.name) {
		s.list = p.name
	}
	content, err := readBounded(tree, p.file, maxSource)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	if err != nil {
		problems.add(p.file, 0, "%s", plain(err))
		return s
	}
	var document yaml.Node
	if err := yaml.Unmarshal(content, &document); err != nil {
		addYAML(problems, p.file, err)
		return s
	}
	if len(document.Content) > 0 {
		s.root = document.Content[0]
	}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(p.into); err != nil && !errors.Is(err, io.EOF) {
		addYAML(problems, p.file, err)
	}
	return s
}

// beside is another list of the same file.
func (s *source) beside(list string) *source {
	return &source{file: s.file, root: s.root, list: list}
}

func readBounded(tree fs.FS, name string, limit int64) ([]byte, error) {
	file, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(content)) > limit {
		return nil, errors.New("the file is too large")
	}
	return content, nil
}

var (
	yamlLine     = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)
	unknownField = regexp.MustCompile(`^field (\S+) not found in type .+$`)
	wrongType    = regexp.MustCompile("^cannot unmarshal (\\S+)(?: `[^`]*`)? into (.+)$")
)

// yamlMessages replaces what the library says about a text that is no YAML.
var yamlMessages = []struct {
	pattern *regexp.Regexp
	words   string
}{
	{regexp.MustCompile(`mapping key ("[^"]*") already defined at line (\d+)`), "$1 is written here and in line $2: delete one of them"},
	{regexp.MustCompile(`unknown anchor '([^']*)' referenced`), "*$1 refers to &$1, which the file does not have"},
	{regexp.MustCompile(`anchor '([^']*)' value contains itself`), "*$1 is used inside &$1 itself"},
	{regexp.MustCompile(`found a tab character.*|found character that cannot start any token`), "indent lines with spaces, not with tabs, and put a text with a special character in quotes"},
	{regexp.MustCompile(`.*unexpected end of stream`), "a quote or a bracket is not closed"},
	{
		regexp.MustCompile(`did not find expected .*|mapping values are not allowed in this context|could not find expected .*`),
		"this is not valid YAML: a quote, a bracket, a comma or a space is missing in this line or above it",
	},
	{regexp.MustCompile(`control characters are not allowed|.*invalid (?:leading|trailing) UTF-8 octet|.*incomplete UTF-8 .*`), "this file is not UTF-8 text; save it as UTF-8"},
	{regexp.MustCompile(`^!!\S+ value contains .*|^unknown tag .*`), "the value has a type that packs do not support"},
}

// addYAML adds the library's complaints, each at its line and in a pack's words.
func addYAML(problems *Problems, file string, err error) {
	texts := []string{err.Error()}
	if e, ok := errors.AsType[*yaml.TypeError](err); ok {
		texts = e.Errors
	}
	for _, s := range texts {
		line := 0
		if m := yamlLine.FindStringSubmatch(s); m != nil {
			line, _ = strconv.Atoi(m[1])
			s = m[2]
		}
		if m := unknownField.FindStringSubmatch(s); m != nil {
			s = strconv.Quote(m[1]) + " is not a field here"
		} else if m := wrongType.FindStringSubmatch(s); m != nil {
			s = "write " + kindOf(m[2]) + ", not " + kindOf(m[1])
			if kindOf(m[2]) == kindOf(m[1]) {
				s = "this number is too large, or is not a whole number"
			}
		}
		for _, m := range yamlMessages {
			s = m.pattern.ReplaceAllString(s, m.words)
		}
		problems.add(file, line, "%s", strings.TrimPrefix(s, "yaml: "))
	}
}

// kindOf puts a Go type or a YAML tag in words.
func kindOf(name string) string {
	switch {
	case strings.HasPrefix(name, "int") || name == "!!int" || name == "!!float":
		return "a whole number"
	case strings.HasPrefix(name, "float"):
		return "a number"
	case name == "bool" || name == "!!bool":
		return "true or false"
	case strings.HasPrefix(name, "[]") || name == "!!seq":
		return "a list"
	case name == "string" || name == "!!str":
		return "a text"
	}
	return "a mapping"
}

// line finds where a path stands: its last part that is there, 0 when nothing is.
func (s *source) line(path []string) int {
	node := s.root
	if node == nil {
		return 0
	}
	if s.list != "" {
		path = append([]string{s.list}, path...)
	}
	found := node.Line
	for _, name := range path {
		key, next := child(node, name)
		if next == nil {
			return found
		}
		found, node = key.Line, next
	}
	return found
}

// child is the entry of a mapping, or the item of a list by position or "[alias]", with
// the node at whose line it begins.
func child(node *yaml.Node, name string) (begin, value *yaml.Node) {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch node.Kind { //nolint:exhaustive // the others have no children
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == name {
				return node.Content[i], node.Content[i+1]
			}
		}
	case yaml.SequenceNode:
		for i, item := range node.Content {
			if strconv.Itoa(i) == name || strings.HasPrefix(name, "[") && "["+valueOf(item, "alias")+"]" == name {
				return item, item
			}
		}
	}
	return nil, nil
}

func valueOf(node *yaml.Node, name string) string {
	if _, value := child(node, name); value != nil {
		return value.Value
	}
	return ""
}
