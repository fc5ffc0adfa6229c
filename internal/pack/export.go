package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Export writes a channel as a pack into a folder that is empty or not there: what it
// is, its films and its schedule. Its secrets are written as the variables of the
// environment that must hold them. What could not be written is returned as notes.
func Export(ctx context.Context, in Installation, key, folder string) (notes []string, err error) {
	now, err := in.read(ctx, key)
	if err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty", folder)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	w := &writer{root: root, media: in.Media, written: map[string]string{}}
	if err := w.write(ctx, in, now); err != nil {
		return nil, err
	}
	return w.notes, nil
}

type writer struct {
	root    *os.Root
	media   PublicMedia
	written map[string]string // media key -> file
	notes   []string
}

func (w *writer) note(format string, args ...any) {
	w.notes = append(w.notes, fmt.Sprintf(format, args...))
}

func (w *writer) write(ctx context.Context, in Installation, now *stored) error {
	s := &now.state
	if err := w.writePages(s); err != nil {
		return err
	}
	if err := w.exportSchedule(ctx, in, now); err != nil {
		return err
	}
	if err := w.exportFilms(ctx, in, now); err != nil {
		return err
	}
	var failed error
	walk(s, func(at []string, v reflect.Value) {
		if failed == nil {
			failed = w.exportValue(ctx, s, at, v)
		}
	})
	if failed != nil {
		return failed
	}
	for _, p := range s.parts() {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		if err := errors.Join(encoder.Encode(p.into), encoder.Close()); err != nil {
			return fmt.Errorf("write %s: %w", p.file, err)
		}
		if err := w.file(p.file, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// exportValue replaces a value of the database by the value that a file has.
func (w *writer) exportValue(ctx context.Context, s *State, at []string, v reflect.Value) error {
	switch value := v.Interface().(type) {
	case Words:
		v.Set(reflect.ValueOf(Words(omitLanguage(value, s.Channel.Language))))
	case Rich:
		texts := Rich{}
		for code, html := range value {
			texts[code] = unrender(html)
		}
		v.Set(reflect.ValueOf(Rich(omitLanguage(texts, s.Channel.Language))))
	case Secret:
		name := strings.ToUpper(strings.ReplaceAll(s.Channel.Key, "-", "_") + "_" + at[len(at)-1])
		v.Set(reflect.ValueOf(Secret("${" + name + "}")))
	case File:
		file, err := w.medium(ctx, at, string(value))
		v.Set(reflect.ValueOf(File(file)))
		return err
	}
	return nil
}

func (w *writer) writePages(s *State) error {
	for i := range s.Pages {
		p := &s.Pages[i]
		for _, code := range sortedKeys(p.Content) {
			name := path.Join(pagesFolder, p.Alias+"."+code+".md")
			if err := w.file(name, []byte(unrender(p.Content[code])+"\n")); err != nil {
				return err
			}
		}
		p.Content = nil
	}
	return nil
}

// medium writes a medium once, named after the first place that shows it.
func (w *writer) medium(ctx context.Context, at []string, key string) (string, error) {
	if key == "" || strings.HasPrefix(key, "https://") || strings.HasPrefix(key, "/") {
		return key, nil
	}
	if file, ok := w.written[key]; ok {
		return file, nil
	}
	content, err := w.media.ReadPublic(ctx, key)
	if err != nil {
		return "", fmt.Errorf("read the medium of %s: %w", joined(at), err)
	}
	clean := strings.NewReplacer("[", "", "]", "", "_", "-").Replace(strings.Join(at[1:], "-"))
	file := path.Join("images", clean+path.Ext(key))
	w.written[key] = file
	return file, w.file(file, content)
}

func (w *writer) file(name string, content []byte) error {
	if dir := path.Dir(name); dir != "." {
		if err := w.root.MkdirAll(dir, 0o750); err != nil {
			return err
		}
	}
	return w.root.WriteFile(name, content, 0o600)
}
