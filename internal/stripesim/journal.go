package stripesim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

const (
	journalName = "journal.jsonl"
	// maxLine bounds one line of the journal when it is read; a request changes a few objects of some kilobytes.
	maxLine = 64 << 20
)

// entry is one line of the journal: what one request changed, and the reply kept under its Idempotency-Key. One line
// is one write, so that neither survives without the other.
type entry struct {
	Account string   `json:"account"`
	Objects []object `json:"objects,omitempty"`
	Reply   *reply   `json:"reply,omitempty"`
	Reset   bool     `json:"reset,omitempty"` // everything before is forgotten
}

// journal is an append-only file of entries. Whoever waits for a line to be safe writes and syncs all that gathered
// until then, for everybody who waits with him.
type journal struct {
	mu      sync.Mutex
	synced  sync.Cond
	file    *os.File
	pending []byte
	added   int64 // lines given to append
	safe    int64 // lines that are on the disk
	busy    bool  // somebody is writing
	err     error // the first failure; everything after it fails as well
}

// openJournal reads the folder's journal, hands every entry to apply, and starts a new file with what dump returns.
func openJournal(folder string, apply func(entry), dump func() []entry) (*journal, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the simulator's folder: %w", err)
	}
	path := filepath.Join(folder, journalName)
	if err := readJournal(path, apply); err != nil {
		return nil, err
	}
	file, err := rewriteJournal(folder, path, dump())
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	j.synced.L = &j.mu
	return j, nil
}

func readJournal(path string, apply func(entry)) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the simulator's journal: %w", err)
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, 1<<16)
	for number := 1; ; number++ {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what stands after the last line end was torn by a crash and answered to nobody
		}
		if err != nil {
			return fmt.Errorf("read the simulator's journal: %w", err)
		}
		if len(line) > maxLine {
			return fmt.Errorf("line %d of the simulator's journal is too long", number)
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("line %d of the simulator's journal: %w", number, err)
		}
		apply(e)
	}
}

// rewriteJournal replaces the journal by a short one, at once: a crash leaves the old or the new.
func rewriteJournal(folder, path string, entries []entry) (*os.File, error) {
	next, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("start the simulator's journal: %w", err)
	}
	out := bufio.NewWriter(next)
	for _, e := range entries {
		_, _ = out.Write(append(encode(e), '\n')) // the error stays in out until Flush
	}
	err = errors.Join(out.Flush(), next.Sync())
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err == nil {
		err = syncFolder(folder)
	}
	if err != nil {
		next.Close()
		return nil, fmt.Errorf("write the simulator's journal: %w", err)
	}
	return next, nil
}

func syncFolder(folder string) error {
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// append adds an entry in the order of the calls. A nil journal keeps nothing.
func (j *journal) append(e entry) {
	if j == nil {
		return
	}
	line := append(encode(e), '\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pending = append(j.pending, line...)
	j.added++
}

// wait returns when everything appended before the call is on the disk.
func (j *journal) wait() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for goal := j.added; j.safe < goal && j.err == nil; {
		if j.busy {
			j.synced.Wait()
			continue
		}
		j.flush()
	}
	return j.err
}

// flush writes what is pending. It is called with mu held, and lets go of it while the disk works.
func (j *journal) flush() {
	lines, upTo := j.pending, j.added
	j.pending, j.busy = nil, true
	j.mu.Unlock()
	_, err := io.Copy(j.file, bytes.NewReader(lines))
	if err == nil {
		err = j.file.Sync()
	}
	j.mu.Lock()
	j.busy = false
	if err != nil {
		j.err = fmt.Errorf("write the simulator's journal: %w", err)
	} else {
		j.safe = upTo
	}
	j.synced.Broadcast()
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.wait(), j.file.Close())
}
