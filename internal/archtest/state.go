package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// source is one Go file to judge.
type source struct {
	name string
	text string
}

// judgeState reports what gives a package a memory of its own: init functions, package-level variables that start
// empty, that synchronise, or that any function of the package writes to. Tables and sentinel errors that are only
// read are constants in all but name, and pass.
func judgeState(files []source) ([]string, error) {
	set := token.NewFileSet()
	parsed := make([]*ast.File, 0, len(files))
	for _, f := range files {
		tree, err := parser.ParseFile(set, f.name, f.text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", f.name, err)
		}
		parsed = append(parsed, tree)
	}
	j := &stateJudge{set: set, uses: resolve(set, parsed), globals: map[types.Object]bool{}}
	for _, tree := range parsed {
		j.declarations(tree)
	}
	for _, tree := range parsed {
		ast.Inspect(tree, j.writes)
	}
	return j.found, nil
}

// resolve links every identifier to what it names. Imports are left unresolved and the errors they cause ignored:
// whether a name is this package's own variable never depends on them.
func resolve(set *token.FileSet, files []*ast.File) *types.Info {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}, Importer: noImports{}}
	_, _ = config.Check("judged", set, files, info)
	return info
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not looked into", path)
}

type stateJudge struct {
	set     *token.FileSet
	uses    *types.Info
	globals map[types.Object]bool
	found   []string
}

func (j *stateJudge) report(at token.Pos, why string) {
	j.found = append(j.found, fmt.Sprintf("%s: %s", j.set.Position(at), why))
}

func (j *stateJudge) declarations(file *ast.File) {
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				j.report(d.Pos(), "init function")
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				j.variables(d)
			}
		}
	}
}

func (j *stateJudge) variables(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || embedded(d, v) {
			continue
		}
		for _, name := range v.Names {
			if name.Name == "_" {
				continue
			}
			j.globals[j.uses.Defs[name]] = true
			switch {
			case len(v.Values) == 0:
				j.report(name.Pos(), "package variable "+name.Name+" starts empty, so something fills it later")
			case synchronises(v):
				j.report(name.Pos(), "package variable "+name.Name+" synchronises, so it guards package state")
			}
		}
	}
}

// embedded tells a variable that the compiler fills (//go:embed) from one that code fills.
func embedded(d *ast.GenDecl, v *ast.ValueSpec) bool {
	for _, group := range []*ast.CommentGroup{d.Doc, v.Doc} {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}

func synchronises(v *ast.ValueSpec) bool {
	found := false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ChanType:
			found = true
		case *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && (pkg.Name == "sync" || pkg.Name == "atomic") {
				found = true
			}
		}
		return !found
	}
	if v.Type != nil {
		ast.Inspect(v.Type, look)
	}
	for _, value := range v.Values {
		ast.Inspect(value, look)
	}
	return found
}

// writes reports statements that change a package variable or hand out its address.
func (j *stateJudge) writes(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, target := range n.Lhs {
			j.written(target)
		}
	case *ast.IncDecStmt:
		j.written(n.X)
	case *ast.RangeStmt:
		j.written(n.Key)
		j.written(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			j.written(n.X)
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear") && len(n.Args) > 0 {
			j.written(n.Args[0])
		}
	}
	return true
}

func (j *stateJudge) written(target ast.Expr) {
	name := base(target)
	if name != nil && j.globals[j.uses.Uses[name]] {
		j.report(target.Pos(), "package variable "+name.Name+" is written")
	}
}

// base finds the variable that an expression such as table[key].field reaches into.
func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}
