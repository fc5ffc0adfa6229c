package argon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// question is one computation that another process is asked for: without a hash, to make
// one. Questions and answers are lines of JSON on the pipes between the two processes.
type question struct {
	Password []byte  `json:"password"`
	Hash     string  `json:"hash,omitempty"`
	Params   *Params `json:"params,omitempty"`
}

type answer struct {
	Hash    string `json:"hash,omitempty"`
	Fits    bool   `json:"fits,omitempty"`
	Problem string `json:"problem,omitempty"`
}

// Serve answers the questions of a Beside, one after the other, until there are no more.
func Serve(questions io.Reader, answers io.Writer) error {
	in, out := json.NewDecoder(questions), json.NewEncoder(answers)
	for {
		var q question
		switch err := in.Decode(&q); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read a question: %w", err)
		}
		if err := out.Encode(q.answer()); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

func (q question) answer() (a answer) {
	var err error
	switch {
	case q.Hash != "":
		a.Fits, err = Here{}.Fits(string(q.Password), q.Hash)
	case q.Params != nil:
		a.Hash, err = Here{q.Params}.Hash(string(q.Password))
	default:
		err = errors.New("neither a hash nor what one is to cost")
	}
	if err != nil {
		a.Problem = err.Error()
	}
	return a
}
