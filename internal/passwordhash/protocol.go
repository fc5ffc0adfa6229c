package passwordhash

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// request asks a worker for one computation: with Hash, to compare the password with it; with
// Params, to hash the password. Requests and responses are JSON lines on the worker's standard
// input and output. The names of their fields must not change: after the program's file was
// replaced by another release, a running server starts its workers from the new file.
type request struct {
	Password []byte  `json:"password"`
	Hash     string  `json:"hash,omitempty"`
	Params   *Params `json:"params,omitempty"`
}

type response struct {
	Hash    string `json:"hash,omitempty"`
	Matches bool   `json:"fits,omitempty"`
	Error   string `json:"problem,omitempty"`
}

// RunWorker serves the requests of a WorkerPool one after the other, until the input ends.
func RunWorker(input io.Reader, output io.Writer) error {
	requests, responses := json.NewDecoder(input), json.NewEncoder(output)
	for {
		var req request
		switch err := requests.Decode(&req); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read request: %w", err)
		}
		if err := responses.Encode(req.compute()); err != nil {
			return fmt.Errorf("write response: %w", err)
		}
	}
}

func (r request) compute() (resp response) {
	var err error
	switch {
	case r.Hash != "":
		resp.Matches, err = InProcess{}.Matches(string(r.Password), r.Hash)
	case r.Params != nil:
		resp.Hash, err = InProcess{r.Params}.Hash(string(r.Password))
	default:
		err = errors.New("the request has neither a hash nor parameters")
	}
	if err != nil {
		resp.Error = err.Error()
	}
	return resp
}
