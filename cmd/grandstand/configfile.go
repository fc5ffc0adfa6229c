package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// configFile resolves flags from a JSON file. A value from the environment or the
// command line wins over it.
type configFile struct {
	path   string
	values map[string]any
}

// openConfigFile reads the file named by --config or GRANDSTAND_CONFIG, if any. It
// looks at the arguments itself, as kong resolves flags before it sets them.
func openConfigFile(args []string) (*configFile, error) {
	f := &configFile{path: os.Getenv("GRANDSTAND_CONFIG"), values: map[string]any{}}
	for i, arg := range args {
		if path, ok := strings.CutPrefix(arg, "--config="); ok {
			f.path = path
		} else if arg == "--config" && i+1 < len(args) {
			f.path = args[i+1]
		}
	}
	if f.path == "" {
		return f, nil
	}
	text, err := os.ReadFile(f.path) //nolint:gosec // whoever starts the process chooses its configuration
	if err != nil {
		return nil, fmt.Errorf("read the configuration file: %w", err)
	}
	if err := json.Unmarshal(text, &f.values); err != nil {
		return nil, fmt.Errorf("%s:%d: this is not an object in JSON: look for a missing bracket, comma or quote", f.path, lineOfFault(text, err))
	}
	return f, nil
}

// lineOfFault is the line at which JSON stops to be right; the last one if the text ends too early.
func lineOfFault(text []byte, err error) int {
	at := int64(len(text))
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = e.Offset
	}
	return 1 + bytes.Count(text[:min(at, int64(len(text)))], []byte("\n"))
}

// Validate refuses unknown settings, so that a misspelt one is not silently ignored.
func (f *configFile) Validate(app *kong.Application) error {
	for name := range f.values {
		known := slices.ContainsFunc(app.Flags, func(flag *kong.Flag) bool { return flag.Name == name })
		if !known {
			return fmt.Errorf("%s: unknown setting %q", f.path, name)
		}
	}
	return nil
}

// Resolve returns the file's value of a flag, or nil to leave it as it is.
func (f *configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil //nolint:nilnil // kong's way to say "no value"
		}
	}
	value, ok := f.values[flag.Name]
	if !ok {
		return nil, nil //nolint:nilnil // kong's way to say "no value"
	}
	if list, ok := value.([]any); ok {
		parts := make([]string, len(list))
		for i, v := range list {
			parts[i] = fmt.Sprint(v)
		}
		return strings.Join(parts, ","), nil
	}
	return fmt.Sprint(value), nil
}
