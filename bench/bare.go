package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// bareEnv makes this program a bare server: it names the address and the file that is served.
const bareEnv = "GRANDSTAND_BENCH_BARE"

// bare is a server that does nothing but answer with one file from memory: what net/http can give at most.
type bare struct {
	child
	url string
}

func startBare(ctx context.Context, file string) (*bare, error) {
	address, err := stage.FreeAddress()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, address, file)
	cmd.Env = append(os.Environ(), bareEnv+"=1")
	s := &bare{url: "http://" + address}
	if s.child, err = startChild(cmd); err != nil {
		return nil, err
	}
	return s, answers(ctx, s.url)
}

// serveBare is the program's other life. It ends by being killed, or with the error that kept it from serving.
func serveBare(arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("a bare server takes an address and a file")
	}
	body, err := os.ReadFile(arguments[1])
	if err != nil {
		return err
	}
	length, kind := []string{strconv.Itoa(len(body))}, []string{"application/octet-stream"}
	server := &http.Server{Addr: arguments[0], ReadHeaderTimeout: 5 * time.Second}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header["Content-Length"], header["Content-Type"] = length, kind
		_, _ = w.Write(body) // wrk has gone
	})
	return server.ListenAndServe()
}
