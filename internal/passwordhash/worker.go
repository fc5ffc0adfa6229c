package passwordhash

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// worker is a process that runs RunWorker. It serves one request at a time.
type worker struct {
	process   *exec.Cmd
	in        io.WriteCloser
	requests  *json.Encoder
	responses *json.Decoder
	timeout   time.Duration // of a response, and of the exit
	idleTimer *time.Timer
}

// startWorker starts a worker with one computing thread. The worker does not inherit the
// environment of the current process, which contains secrets.
func startWorker(command []string, timeout time.Duration) (*worker, error) {
	process := exec.Command(command[0], command[1:]...) //nolint:noctx // our own program, which outlives the request
	process.Env = []string{"GOMAXPROCS=1"}
	in, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe: %w", err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open a pipe: %w", err), in.Close())
	}
	if err := startWithLowPriority(process); err != nil {
		return nil, fmt.Errorf("start password hash worker: %w", err)
	}
	return &worker{process: process, in: in, requests: json.NewEncoder(in), responses: json.NewDecoder(out), timeout: timeout}, nil
}

// call sends a request and waits for the response, at most for w.timeout. After an error
// the worker must be stopped.
func (w *worker) call(req request) (response, error) {
	late := time.AfterFunc(w.timeout, func() { _ = w.process.Process.Kill() })
	defer late.Stop()
	if err := w.requests.Encode(req); err != nil { //nolint:gosec // to a pipe of our own
		return response{}, fmt.Errorf("send request to password hash worker: %w", err)
	}
	var resp response
	if err := w.responses.Decode(&resp); err != nil {
		return response{}, fmt.Errorf("read response of password hash worker: %w", err)
	}
	if resp.Error != "" {
		return response{}, errors.New(resp.Error)
	}
	return resp, nil
}

// stop closes the worker's standard input, which ends it, and waits for its exit.
func (w *worker) stop() error {
	late := time.AfterFunc(w.timeout, func() { _ = w.process.Process.Kill() })
	defer late.Stop()
	closed := w.in.Close()
	if err := errors.Join(closed, w.process.Wait()); err != nil {
		return fmt.Errorf("stop password hash worker: %w", err)
	}
	return nil
}
