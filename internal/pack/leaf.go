package pack

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// noLanguage is the language of a text that a file gives without one. assignLanguage makes it the channel's default.
const noLanguage = ""

// UnmarshalYAML reads a string, or a mapping of language codes to strings.
func (w *Words) UnmarshalYAML(node *yaml.Node) error {
	texts, err := readTexts(node)
	*w = texts
	return err
}

// UnmarshalYAML reads a string, or a mapping of language codes to strings.
func (r *Rich) UnmarshalYAML(node *yaml.Node) error {
	texts, err := readTexts(node)
	*r = texts
	return err
}

func readTexts(node *yaml.Node) (map[string]string, error) {
	if node.Kind == yaml.ScalarNode {
		return map[string]string{noLanguage: node.Value}, nil
	}
	var texts map[string]string
	if err := node.Decode(&texts); err != nil {
		return nil, &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: write a text, or one text for each language", node.Line)}}
	}
	return texts, nil
}

// MarshalYAML writes a text in the default language alone as a string.
func (w Words) MarshalYAML() (any, error) { return writeTexts(w), nil }

// MarshalYAML writes a text in the default language alone as a string.
func (r Rich) MarshalYAML() (any, error) { return writeTexts(r), nil }

func writeTexts(texts map[string]string) any {
	if s, ok := texts[noLanguage]; ok && len(texts) == 1 {
		return s
	}
	return texts
}

// assignLanguage gives a text without a language the default language, and drops empty texts. It returns nil if no text is left.
func assignLanguage(texts map[string]string, language string) map[string]string {
	out := map[string]string{}
	for code, s := range texts {
		if code == noLanguage {
			code = language
		}
		if s != "" {
			out[code] = s
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// omitLanguage is the opposite of assignLanguage: a text in the default language alone loses its language.
func omitLanguage(texts map[string]string, language string) map[string]string {
	if s, ok := texts[language]; ok && len(texts) == 1 {
		return map[string]string{noLanguage: s}
	}
	return texts
}
