package argon

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	// idleLife is how long a process waits for another question before it is ended: it
	// holds tens of megabytes.
	idleLife = 30 * time.Second
	// answerLimit is how long an answer may take on a machine that has no time left: after it
	// the server computes by itself, while there is still somebody to answer.
	answerLimit = 10 * time.Second
)

// Beside computes in processes beside this one, started when they are needed and ended
// when they no longer are. The kernel lets everything else go first, which it can do
// between processes only: inside one, a goroutine that computes keeps one of the few
// threads on which answers are written. Where there can be no such process, Beside computes
// in this one. It is safe for concurrent use and starts as many processes as there are
// callers at once.
type Beside struct {
	command []string
	here    Here
	log     *slog.Logger

	mu     sync.Mutex
	idle   []*helper
	closed bool
}

// NewBeside returns a Hasher that runs a command (program and arguments) which calls Serve
// on its standard input and output.
func NewBeside(command []string, params *Params, log *slog.Logger) *Beside {
	return &Beside{command: command, here: Here{params}, log: log}
}

// Cost implements Hasher.
func (b *Beside) Cost() Params { return b.here.Cost() }

// Hash implements Hasher.
func (b *Beside) Hash(password string) (string, error) {
	a, err := b.ask(question{Password: []byte(password), Params: b.here.Params})
	if err != nil {
		b.log.Warn("password hashed in the server's own process", "error", err)
		return b.here.Hash(password)
	}
	return a.Hash, nil
}

// Fits implements Hasher.
func (b *Beside) Fits(password, hash string) (bool, error) {
	a, err := b.ask(question{Password: []byte(password), Hash: hash})
	if err != nil {
		b.log.Warn("password compared in the server's own process", "error", err)
		return b.here.Fits(password, hash)
	}
	return a.Fits, nil
}

// ask has a helper answer; one that fails is ended.
func (b *Beside) ask(q question) (answer, error) {
	h, err := b.take()
	if err != nil {
		return answer{}, err
	}
	a, err := h.ask(q)
	if err != nil {
		return answer{}, errors.Join(err, h.end())
	}
	return a, b.giveBack(h)
}

func (b *Beside) take() (*helper, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := len(b.idle) - 1; last >= 0 {
		h := b.idle[last]
		b.idle = b.idle[:last]
		h.retirement.Stop()
		return h, nil
	}
	return startHelper(b.command)
}

// giveBack keeps a helper for the next question, for a while.
func (b *Beside) giveBack(h *helper) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return h.end()
	}
	b.idle = append(b.idle, h)
	h.retirement = time.AfterFunc(idleLife, func() { b.retire(h) })
	return nil
}

// retire ends a helper that is still idle.
func (b *Beside) retire(h *helper) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.idle, h); i >= 0 {
		b.idle = slices.Delete(b.idle, i, i+1)
		if err := h.end(); err != nil {
			b.log.Warn("process that hashes passwords not ended", "error", err)
		}
	}
}

// Close ends the processes. What is under way is answered.
func (b *Beside) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	var problems []error
	for _, h := range b.idle {
		h.retirement.Stop()
		problems = append(problems, h.end())
	}
	b.idle = nil
	return errors.Join(problems...)
}
