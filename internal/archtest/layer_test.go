package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/grandstand/grandstand/"

type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// all gives every import of a package, of its code and of its tests: a test that reaches into another domain couples
// the two as surely as code does.
// all are its imports. Tests may use the simulator of a foreign service, as they may the service.
func (p goPackage) all() []string {
	tests := slices.DeleteFunc(slices.Concat(p.TestImports, p.XTestImports), func(imported string) bool {
		of, _ := storeyOf(strings.TrimPrefix(imported, module))
		return of == layerSimulator
	})
	return append(p.Imports, tests...)
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		packages = append(packages, p)
	}
}

func TestImportsFollowTheLayers(t *testing.T) {
	packages := listPackages(t)
	if len(packages) < 5 {
		t.Fatalf("go list found %d packages: the rule judged nothing", len(packages))
	}
	for _, p := range packages {
		from := strings.TrimPrefix(p.ImportPath, module)
		for _, imported := range p.all() {
			to, ours := strings.CutPrefix(imported, module)
			if !ours || to == from {
				continue
			}
			if why := judge(from, to); why != "" {
				t.Error(why)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	tests := []struct {
		from, to string
		allowed  bool
	}{
		{"cmd/grandstand", "internal/app", true},
		{"internal/app", "internal/media/ingest/rtmp", true},
		{"internal/api", "internal/catalog", true},
		{"internal/api", "internal/fault", true},
		{"internal/catalog", "internal/db", true},
		{"internal/catalog", "internal/db/dbtest", true},
		{"internal/media", "internal/media/segment", true},
		{"internal/media/playlist", "internal/media/segment", true},
		{"internal/media/segment", "internal/blob", true},

		{"cmd/grandstand", "internal/catalog", false},
		{"internal/api", "internal/app", false},
		{"internal/api", "internal/media/segment", false},
		{"internal/catalog", "internal/commerce", false},
		{"internal/catalog", "internal/api", false},
		{"internal/catalog", "internal/config", false},
		{"internal/catalog", "internal/media/playlist", false},
		{"internal/media/segment", "internal/db", false},
		{"internal/media/segment", "internal/media", false},
		{"internal/db", "internal/account", false},
		{"internal/stripesim", "internal/clock", false},
		{"internal/surprise", "internal/db", false},
		{"internal/catalog", "internal/surprise", false},
	}
	for _, tt := range tests {
		if why := judge(tt.from, tt.to); (why == "") != tt.allowed {
			t.Errorf("judge(%q, %q) = %q, want allowed %t", tt.from, tt.to, why, tt.allowed)
		}
	}
}
