package account

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/social"
)

func aSealer(t *testing.T) *seal.Sealer {
	t.Helper()
	s, err := NewSealer([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Who makes a session somebody's without admit asks for no second factor. Each of these
// has its reason; whoever adds another way in calls admit.
var rotators = []string{
	"admit",                 // it asks
	"LoginWithSecondFactor", // it was asked for
	"LoginWithPasskey",      // a passkey that verified its user is both factors
	"addUser",               // a new user has none
	"enterByDevice",         // somebody who is logged in let the device in
	"replacePassword",       // the session stays whose it was
	"Logout",                // nobody's
}

func TestEveryWayInAsksForTheSecondFactor(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range callersOf(file, "rotate") {
			found++
			if !slices.Contains(rotators, name) {
				t.Errorf("%s makes a session somebody's past admit", name)
			}
		}
	}
	if found < len(rotators) {
		t.Errorf("only %d callers were found: the test cannot fail", found)
	}
}

// callersOf lists the functions of a file that call a method.
func callersOf(file *ast.File, method string) (names []string) {
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == method && !slices.Contains(names, fn.Name.Name) {
				names = append(names, fn.Name.Name)
			}
			return true
		})
	}
	return names
}

func TestSecurityLettersSayTheSameInBothLanguages(t *testing.T) {
	for _, write := range []func(language string) letter.Letter{
		secondFactorOn, secondFactorOff, secondFactorLifted, recoveryCodeUsed, firstPasswordLetter,
		func(language string) letter.Letter { return deviceLinked(language, "") },
		passkeyRemoved,
		func(language string) letter.Letter { return passkeyAdded(language, "Laptop") },
		func(language string) letter.Letter { return loginCodeLetter(language, "123456") },
		func(language string) letter.Letter { return stepUpCodeLetter(language, "123456") },
		func(language string) letter.Letter { return wayConnected(language, social.Google) },
		func(language string) letter.Letter { return wayConnected(language, remoteProvider) },
		func(language string) letter.Letter { return wayDisconnected(language, social.Facebook) },
		func(language string) letter.Letter { return wayDisconnected(language, remoteProvider) },
	} {
		en, fr := write(User{}.letterLanguage("en")), write(User{Language: "fr"}.letterLanguage("en"))
		if en.Language != "en" || fr.Language != "fr" || en.Subject == fr.Subject || en.Button.Path != fr.Button.Path ||
			len(en.Lines) != len(fr.Lines) || len(en.Facts) != len(fr.Facts) || len(en.After) != len(fr.After) {
			t.Errorf("en %+v\nfr %+v", en, fr)
		}
	}
}
