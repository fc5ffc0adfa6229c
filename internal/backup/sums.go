package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// largestAbout bounds backup.json, in bytes: what is larger is none.
const largestAbout = 1 << 20

// formatSums writes checksums as sha256sum does.
func formatSums(entries map[string]entry) []byte {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		fmt.Fprintf(&text, "%s  %s\n", entries[name].sum, name)
	}
	return text.Bytes()
}

// parseSums reads what formatSums wrote.
func parseSums(text string) (map[string]string, error) {
	sums := map[string]string{}
	for line := range strings.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		raw, err := hex.DecodeString(sum)
		if !ok || err != nil || len(raw) != sha256.Size || !strings.HasSuffix(line, "\n") || !isOurs(name) {
			return nil, fmt.Errorf("%s is damaged at line %d", sumsFile, len(sums)+1)
		}
		if _, twice := sums[name]; twice {
			return nil, fmt.Errorf("%s is damaged: it lists %s twice", sumsFile, name)
		}
		sums[name] = sum
	}
	return sums, nil
}

// isOurs says whether a backup may hold a file of this name.
func isOurs(name string) bool {
	switch name {
	case aboutFile, databaseFile, dumpFile, secretFile:
		return true
	}
	return isMedia(name)
}

func isMedia(name string) bool { return strings.HasPrefix(name, mediaPrefix) && fs.ValidPath(name) }

// readAbout reads what a folder says of itself, and the checksums of what is in it.
func readAbout(root *os.Root) (About, map[string]string, error) {
	text, err := root.ReadFile(sumsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return About{}, nil, fmt.Errorf("this is not a backup, or an unfinished one: it contains no %s", sumsFile)
	}
	if err != nil {
		return About{}, nil, fmt.Errorf("read the checksums: %w", err)
	}
	sums, err := parseSums(string(text))
	if err != nil {
		return About{}, nil, err
	}
	about, err := readAboutFile(root, sums[aboutFile])
	if err != nil {
		return About{}, nil, err
	}
	if len(sums)-1 != about.Files {
		return About{}, nil, fmt.Errorf("%s is cut off: it lists %d files of %d", sumsFile, len(sums)-1, about.Files)
	}
	return about, sums, nil
}

func readAboutFile(root *os.Root, sum string) (about About, err error) {
	file, err := root.Open(aboutFile)
	if errors.Is(err, fs.ErrNotExist) {
		return About{}, fmt.Errorf("%s is missing", aboutFile)
	}
	if err != nil {
		return About{}, fmt.Errorf("read what the backup is: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, largestAbout))
	if err != nil {
		return About{}, fmt.Errorf("read what the backup is: %w", err)
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return About{}, fmt.Errorf("%s is damaged: %w", aboutFile, err)
	}
	if about.Format > format {
		return About{}, fmt.Errorf("the backup was made by a newer version: it has format %d, but this version reads %d", about.Format, format)
	}
	if hash := sha256.Sum256(text); hex.EncodeToString(hash[:]) != sum {
		return About{}, fmt.Errorf("%s is damaged: its checksum does not match", aboutFile)
	}
	return about, nil
}
