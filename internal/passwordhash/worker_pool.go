package passwordhash

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	// idleTimeout is how long a worker waits for the next request before the pool stops it. A
	// worker uses tens of megabytes.
	idleTimeout = 30 * time.Second
	// defaultResponseTimeout limits the wait for a worker on an overloaded machine. After it the
	// current process computes the hash, while the caller still waits for the response.
	defaultResponseTimeout = 10 * time.Second
)

// WorkerPool is a Hasher that computes in worker processes with low priority. It starts workers
// when they are needed, as many as there are concurrent callers, and stops idle ones. If no worker
// can be used, it computes in the current process. It is safe for concurrent use.
//
// Workers are processes because the kernel schedules by priority only between threads. Inside a
// Go process a goroutine that computes keeps one of the few threads that write responses.
type WorkerPool struct {
	command         []string
	inProcess       InProcess
	log             *slog.Logger
	responseTimeout time.Duration

	mu     sync.Mutex
	idle   []*worker
	closed bool
}

// NewWorkerPool returns a pool whose workers run a command (program and arguments). The command
// must call RunWorker with its standard input and output.
func NewWorkerPool(command []string, params *Params, log *slog.Logger) *WorkerPool {
	return &WorkerPool{command: command, inProcess: InProcess{params}, log: log, responseTimeout: defaultResponseTimeout}
}

// CurrentParams implements Hasher.
func (p *WorkerPool) CurrentParams() Params { return p.inProcess.CurrentParams() }

// Hash implements Hasher.
func (p *WorkerPool) Hash(password string) (string, error) {
	resp, err := p.dispatch(request{Password: []byte(password), Params: p.inProcess.Params})
	if err != nil {
		p.log.Warn("password hash worker failed; hashing in the server process", "error", err)
		return p.inProcess.Hash(password)
	}
	return resp.Hash, nil
}

// Matches implements Hasher.
func (p *WorkerPool) Matches(password, hash string) (bool, error) {
	resp, err := p.dispatch(request{Password: []byte(password), Hash: hash})
	if err != nil {
		p.log.Warn("password hash worker failed; comparing in the server process", "error", err)
		return p.inProcess.Matches(password, hash)
	}
	return resp.Matches, nil
}

// dispatch sends a request to a worker and returns the response. It stops a worker that fails.
func (p *WorkerPool) dispatch(req request) (response, error) {
	w, err := p.takeWorker()
	if err != nil {
		return response{}, err
	}
	resp, err := w.call(req)
	if err != nil {
		return response{}, errors.Join(err, w.stop())
	}
	return resp, p.returnWorker(w)
}

func (p *WorkerPool) takeWorker() (*worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		w := p.idle[last]
		p.idle = p.idle[:last]
		w.idleTimer.Stop()
		return w, nil
	}
	return startWorker(p.command, p.responseTimeout)
}

// returnWorker keeps a worker for the next request, for idleTimeout.
func (p *WorkerPool) returnWorker(w *worker) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return w.stop()
	}
	p.idle = append(p.idle, w)
	w.idleTimer = time.AfterFunc(idleTimeout, func() { p.retireWorker(w) })
	return nil
}

// retireWorker stops a worker that is still idle.
func (p *WorkerPool) retireWorker(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.idle, w); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		if err := w.stop(); err != nil {
			p.log.Warn("stop password hash worker", "error", err)
		}
	}
}

// Close stops the idle workers. Workers that compute stop after their response.
func (p *WorkerPool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var problems []error
	for _, w := range p.idle {
		w.idleTimer.Stop()
		problems = append(problems, w.stop())
	}
	p.idle = nil
	return errors.Join(problems...)
}
