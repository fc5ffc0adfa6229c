package argon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// helper is a process that runs Serve. It answers one caller at a time.
type helper struct {
	process    *exec.Cmd
	in         io.WriteCloser
	questions  *json.Encoder
	answers    *json.Decoder
	retirement *time.Timer
}

// startHelper starts a process. It gets nothing of this one's environment, where secrets
// are, and one thread to compute on.
func startHelper(command []string) (*helper, error) {
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
	if err := startGivingWay(process); err != nil {
		return nil, fmt.Errorf("start a process to hash passwords: %w", err)
	}
	return &helper{process: process, in: in, questions: json.NewEncoder(in), answers: json.NewDecoder(out)}, nil
}

// ask has the process compute. After an error it is of no more use.
func (h *helper) ask(q question) (answer, error) {
	late := time.AfterFunc(answerLimit, func() { _ = h.process.Process.Kill() })
	defer late.Stop()
	if err := h.questions.Encode(q); err != nil { //nolint:gosec // to a pipe of our own
		return answer{}, fmt.Errorf("ask a process to hash: %w", err)
	}
	var a answer
	if err := h.answers.Decode(&a); err != nil {
		return answer{}, fmt.Errorf("wait for a hash: %w", err)
	}
	if a.Problem != "" {
		return answer{}, errors.New(a.Problem)
	}
	return a, nil
}

// end has the process come to its end and waits for it.
func (h *helper) end() error {
	late := time.AfterFunc(answerLimit, func() { _ = h.process.Process.Kill() })
	defer late.Stop()
	closed := h.in.Close()
	if err := errors.Join(closed, h.process.Wait()); err != nil {
		return fmt.Errorf("end a process that hashes: %w", err)
	}
	return nil
}
