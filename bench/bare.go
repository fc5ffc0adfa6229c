package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// bareEnv makes this program a bare server: it names the address and the file that is served.
const bareEnv = "GRANDSTAND_BENCH_BARE"

// bare is a server that does nothing but answer with one file from memory: what net/http can give at most.
type bare struct {
	url string
	cmd *exec.Cmd
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
	s := &bare{url: "http://" + address, cmd: exec.Command(self, address, file)}
	s.cmd.Env = append(os.Environ(), bareEnv+"=1")
	s.cmd.Stderr = os.Stderr
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	return s, answers(ctx, s.url)
}

func (s *bare) pid() int { return s.cmd.Process.Pid }

func (s *bare) stop() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
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

// answers waits until a server that was just started does.
func answers(ctx context.Context, url string) error {
	limited, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return stage.Until(limited, url+" answers", func() (bool, error) {
		response, err := http.Get(url)
		if err != nil {
			return false, nil
		}
		response.Body.Close()
		return true, nil
	})
}
