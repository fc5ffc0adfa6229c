package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// child is a server beside ours, which ends with the measure at the latest.
type child struct{ cmd *exec.Cmd }

func startChild(cmd *exec.Cmd) (child, error) {
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return child{cmd}, cmd.Start()
}

func (c child) pid() int { return c.cmd.Process.Pid }

func (c child) stop() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
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
