package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grandstand/grandstand/internal/blob"
)

// previous is an earlier backup that shares its media with the next one, so that a backup of each day costs what is new
// that day.
type previous struct {
	folder string
	sums   map[string]string
}

func openPrevious(folder string) (*previous, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the previous backup: %w", err)
	}
	defer root.Close()
	_, sums, err := readAbout(root)
	if err != nil {
		return nil, fmt.Errorf("the previous backup, %s: %w", folder, err)
	}
	return &previous{folder: folder, sums: sums}, nil
}

// link gives a value its place in the next backup without copying it, where the previous one has it: of the same length
// and written at the same moment. Its checksum was computed when it was copied.
func (p *previous) link(name string, a blob.Attributes, to string) (entry, bool) {
	if p == nil {
		return entry{}, false
	}
	sum, ok := p.sums[name]
	if !ok {
		return entry{}, false
	}
	from := filepath.Join(p.folder, filepath.FromSlash(name))
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() || info.Size() != a.Size || !info.ModTime().Equal(a.ModTime) {
		return entry{}, false
	}
	// Another file system, or one without links, is no fault: it is copied.
	err = errors.Join(os.MkdirAll(filepath.Dir(to), folderMode), os.Link(from, to))
	return entry{sum: sum, size: a.Size, at: a.ModTime}, err == nil
}
