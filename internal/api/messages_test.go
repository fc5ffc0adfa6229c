package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/word"
)

func TestTranslate(t *testing.T) {
	for sentence, want := range map[string]string{
		"Wrong auth data":                    "Identifiants incorrects",
		"Field length must be less than 129": "La longueur du champ doit être inférieure à 129",
		"The value must be one of: en, fr.":  "La valeur doit être l’une des suivantes\u00a0: en, fr.",
		"A sentence without a translation.":  "A sentence without a translation.",
	} {
		if got := translate(French, sentence); got != want {
			t.Errorf("%q: %q", sentence, got)
		}
		if got := translate(English, sentence); got != sentence {
			t.Errorf("English %q became %q", sentence, got)
		}
	}
}

// Every sentence that the code may answer with is said in French too.
func TestEverySentenceIsTranslated(t *testing.T) {
	root := ".."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return nil //nolint:nilerr // a file that does not parse is the compiler's to report
		}
		found := sentencesOf(file)
		if slices.ContainsFunc(answered, func(name string) bool { return strings.HasSuffix(path, name) }) {
			found = append(found, requirementsOf(file)...)
		}
		for _, sentence := range found {
			if sentence != "NO_API_KEY" && translate(French, sentence) == sentence {
				t.Errorf("%s: %q has no French", path, sentence)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// answered are the files whose requirements answers carry. Those of other files are met on the command line alone.
var answered = []string{"catalog/moment.go", "channel/form.go", "clip/clip.go"}

// requirementsOf finds the literal sentences of the requirements of a file.
func requirementsOf(file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		name := ""
		switch fun := call.Fun.(type) {
		case *ast.SelectorExpr:
			name = fun.Sel.Name
		case *ast.Ident:
			name = fun.Name
		}
		if name == "require" {
			found = append(found, literal(call.Args[len(call.Args)-1])...)
		}
		return true
	})
	return found
}

// French has a no-break space in numbers from 10 000, and bytes are counted in units of 1024.
func TestNumbersOfFrenchSentences(t *testing.T) {
	wrong := regexp.MustCompile(`[0-9]{5,}|[0-9][ \x{00a0}][kMG]o\b`)
	for sentence, said := range french {
		if found := wrong.FindString(said); found != "" {
			t.Errorf("%q has %q", sentence, found)
		}
	}
}

// What an answer says follows the channel's words, in every kind that there is.
func TestSentencesFollowTheChannelsWords(t *testing.T) {
	bouts := word.Kinds{Event: "fight", Participant: "fighter", Group: "gym", Sides: "corners"}
	foreign := regexp.MustCompile(`(?i)\b(games?|schools?|teams?|matchs|(?:un|ce|le) match|établissements?)\b|équipe`)
	check := func(sentence string) {
		t.Helper()
		if said := bouts.Say(sentence); foreign.MatchString(said) {
			t.Errorf("of a fight: %q", said)
		}
		for _, choice := range bouts.Choices() {
			for _, kind := range choice.Kinds {
				if said := (word.Kinds{Event: kind}).Say(sentence); strings.Contains(said, ", select,") {
					t.Errorf("not said: %q", said)
				}
			}
		}
	}
	for sentence, text := range french {
		check(translate(English, sentence))
		check(text)
	}
	for _, byReason := range reasons {
		for _, sentence := range byReason {
			check(sentence)
		}
	}
	if got := bouts.Say(translate(French, "Sorry! - Game Not Found")); got != "Désolé! - Combat introuvable" {
		t.Error(got)
	}
	if got := (word.Kinds{}).Say(translate(English, "Sorry! - Game Not Found")); got != "Sorry! - Game Not Found" {
		t.Error(got)
	}
}

// sentencesOf finds the literal sentences of faults and of their fields.
func sentencesOf(file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			at := map[string]int{"New": 2, "Wrap": 3, "NotFoundf": 1, "Later": 2, "OfField": 3}
			if name, ok := faultName(n.Fun); ok && at[name] > 0 && len(n.Args) > at[name] {
				found = append(found, literal(n.Args[at[name]])...)
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Detail") {
				found = append(found, literal(n.Value)...)
			}
		}
		return true
	})
	return found
}

func faultName(fun ast.Expr) (string, bool) {
	selector, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return selector.Sel.Name, ok && pkg.Name == "fault"
}

func literal(e ast.Expr) []string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil || text == "" {
		return nil
	}
	return []string{text}
}
