package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestTranslate(t *testing.T) {
	for sentence, want := range map[string]string{
		"Wrong auth data":                        "Identifiants incorrects",
		"Field length must be less than 129":     "La longueur du champ doit être inférieure à 129",
		"The value must be one of: en, fr.":      "La valeur doit être l’une des suivantes : en, fr.",
		"A sentence that nobody has translated.": "A sentence that nobody has translated.",
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
		for _, sentence := range sentencesOf(file) {
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

// sentencesOf finds the literal sentences of faults and of their fields.
func sentencesOf(file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			at := map[string]int{"New": 2, "Wrap": 3, "NotFoundf": 1}
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
