package pack

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

// starter are the templates of the pack with which a new channel begins.
//
//go:embed starter
var starter embed.FS

// Starter holds the values for the templates. All fields are required.
type Starter struct {
	Key, Name string
	Language  string // en or fr; the channel has the other one as well
	Currency  string // ISO 4217
	TimeZone  string // IANA name
	Domain    string
	Email     string
}

// Languages is the list of languages of a file, the channel's own first.
func (s Starter) Languages() string {
	if s.Language == "fr" {
		return "[fr, en]"
	}
	return "[en, fr]"
}

// Write writes a pack with comments into a folder that is empty or does not exist. The pack can be applied as it is. The files
// are validated before any of them is written.
func (s Starter) Write(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("the folder %s is not empty: choose an empty or a new one", folder)
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "pack")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := writeFiles(scratch, files); err != nil {
		return err
	}
	if _, err := ReadFolder(scratch, nil); err != nil {
		return err
	}
	return writeFiles(folder, files)
}

func (s Starter) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(starter, "starter", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(starter, name)
		if err != nil {
			return err
		}
		open, err := template.New(name).Delims("<<", ">>").Funcs(template.FuncMap{"quote": strconv.Quote}).Parse(string(content))
		if err != nil {
			return err
		}
		var filled bytes.Buffer
		if err := open.Execute(&filled, s); err != nil {
			return err
		}
		files[strings.TrimPrefix(name, "starter/")] = filled.Bytes()
		return nil
	})
	return files, err
}

func writeFiles(folder string, files map[string][]byte) error {
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, content, 0o600))
		if err != nil {
			return err
		}
	}
	return nil
}
