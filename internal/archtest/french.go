package archtest

import (
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	// plainColon matches a colon after a space that may break a line. Only French has a space there.
	plainColon = regexp.MustCompile(`(?:[\p{L}\p{N}»)}’]|^) :(?:\s|<|$)`)
	// spacedMark matches a space before a mark that follows its word directly in Québec French, and quotes whose spaces may break a line.
	spacedMark = regexp.MustCompile(`[\p{L}\p{N}»)}][ \x{00a0}][?!;](?:\s|<|$)|«[ ]|[ ]»`)
	// missedElision matches a French word that keeps its vowel before the vowel of the next word, such as "de Ottawa".
	missedElision = regexp.MustCompile(`(?i)(?:^|[^\p{L}’'-])(?:de|que|ne|se|je|le|la) [aeéèêiîoôu]\p{L}`)
	// withoutElision matches words before which French has no elision: "la une" of a newspaper and numbers.
	withoutElision = regexp.MustCompile(`(?i)(?:la une|(?:de|le) (?:un|onze|oui)(?:[^\p{L}]|$))`)
	french         = regexp.MustCompile(`[àâçéèêëîïôùûœ’«»ÀÇÉÈÊÔ]`)
)

// judgeFrench reports the first French sentence of a source file, a page template or a pack with a wrong space before a mark or
// without an elision.
func judgeFrench(name, text string) string {
	switch {
	case strings.HasSuffix(name, "_test.go"):
	case path.Ext(name) == ".go":
		return judgeFrenchLiterals(name, text)
	case path.Ext(name) == ".html" && !strings.HasPrefix(name, "web/") && !strings.HasPrefix(name, "demo/tools/"), isPackText(name):
		for i, line := range strings.Split(text, "\n") {
			if wrong := wrongFrench(line); wrong != "" {
				return fmt.Sprintf("%s:%d has %s", name, i+1, wrong)
			}
		}
	}
	return ""
}

// isPackText reports whether a file holds texts of a channel that visitors read.
func isPackText(name string) bool {
	for _, folder := range [...]string{"demo/kit/", "demo/packs/", "internal/pack/starter/"} {
		if strings.HasPrefix(name, folder) {
			return slices.Contains([]string{".json", ".yaml", ".md", ".csv"}, path.Ext(name))
		}
	}
	return false
}

func judgeFrenchLiterals(name, text string) string {
	files := token.NewFileSet()
	file := files.AddFile(name, -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	for {
		at, tok, literal := s.Scan()
		if tok == token.EOF {
			return ""
		}
		if tok != token.STRING {
			continue
		}
		sentence, err := strconv.Unquote(literal)
		if wrong := wrongFrench(sentence); err == nil && wrong != "" {
			return fmt.Sprintf("%s:%d has %s: %s", name, files.Position(at).Line, wrong, literal)
		}
	}
}

// wrongFrench says what is wrong with a French sentence, empty for nothing.
func wrongFrench(s string) string {
	switch {
	case wronglySpaced(s):
		return "a wrong space before a French mark"
	case isElisionMissed(s):
		return "a missed elision"
	}
	return ""
}

// isElisionMissed reports whether a French text has a word such as "de" in full before a vowel.
func isElisionMissed(s string) bool {
	return french.MatchString(s) && missedElision.MatchString(withoutElision.ReplaceAllString(s, ""))
}

// wronglySpaced reports whether a text has a colon after a plain space, or is French and has a space before "?", "!" or ";".
func wronglySpaced(s string) bool {
	return plainColon.MatchString(s) || french.MatchString(s) && spacedMark.MatchString(s)
}
