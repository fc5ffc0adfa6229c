package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Config says how to start the binary. Only Dir is required.
type Config struct {
	Dir     string   // data folder; survives restarts
	Command []string // sub-command and its flags; "serve" when empty
	DB      string   // GRANDSTAND_DB; SQLite in Dir when empty
	Env     []string // further environment, KEY=value
	Ready   string   // path that answers 200 once the process serves; "/readyz" when empty
}

// Server is one running (or killed) process of the binary, with ports of its own that stay the same over restarts.
type Server struct {
	URL   string // public listener, http://127.0.0.1:port
	Admin string // metrics and profiles
	RTMP  string // host:port
	SRT   string // host:port
	WHIP  string // host:port of what is sent; it is asked for at URL
	Log   *Log

	config Config
	cmd    *exec.Cmd
	ended  chan struct{} // closed when the process is gone
}

// Start starts the binary on free ports and returns when it serves.
func Start(ctx context.Context, c Config) (*Server, error) {
	ports, err := freePorts(5)
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + ports[0], Admin: "http://" + ports[1], RTMP: ports[2], SRT: ports[3], WHIP: ports[4], Log: &Log{}, config: c}
	return s, s.Restart(ctx)
}

// Restart starts the process again, on the same ports and data, and returns when it serves. The further environment is
// of this process only.
func (s *Server) Restart(ctx context.Context, env ...string) error {
	if err := s.launch(env); err != nil {
		return err
	}
	if err := s.WaitReady(ctx); err != nil {
		s.Kill()
		return fmt.Errorf("%w; its log ends with:\n%s", err, s.Log.Tail(30))
	}
	return nil
}

func (s *Server) launch(env []string) error {
	command := s.config.Command
	if len(command) == 0 {
		command = []string{"serve"}
	}
	binary, err := Binary()
	if err != nil {
		return err
	}
	s.cmd = exec.Command(binary, command...)
	s.cmd.Env = append(s.environment(), env...)
	s.cmd.Stdout, s.cmd.Stderr = s.Log, s.Log
	// Whatever ends the test ends the server too.
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan<- struct{}) {
		_ = cmd.Wait() // how it ended is for the caller to judge by its log
		close(ended)
	}(s.cmd, s.ended)
	return nil
}

func (s *Server) environment() []string {
	env := append(os.Environ(),
		"GRANDSTAND_LISTEN="+s.URL[len("http://"):],
		"GRANDSTAND_ADMIN_LISTEN="+s.Admin[len("http://"):],
		"GRANDSTAND_RTMP_LISTEN="+s.RTMP,
		"GRANDSTAND_SRT_LISTEN="+s.SRT,
		"GRANDSTAND_WHIP_LISTEN="+s.WHIP,
	)
	return append(env, s.config.variables()...)
}

func (c Config) environment() []string { return append(os.Environ(), c.variables()...) }

func (c Config) variables() []string {
	// Smaller sizes of live games take a quarter of a processor: tests about them ask for them. Tests are a trusted proxy:
	// a test that registers many users gives each their own network.
	env := []string{"GRANDSTAND_DATA=" + c.Dir, "GRANDSTAND_LOG_FORMAT=json", "GRANDSTAND_LIVE_LADDERS=0", "GRANDSTAND_TRUSTED_PROXIES=127.0.0.1"}
	if c.DB != "" {
		env = append(env, "GRANDSTAND_DB="+c.DB)
	}
	return append(env, c.Env...)
}

// Run runs another command of the binary on the same data and returns what it printed.
func (s *Server) Run(ctx context.Context, args ...string) (string, error) {
	return run(ctx, s.environment(), args...)
}

// Run runs a command of the binary where no server is, on the data folder and database of c.
func Run(ctx context.Context, c Config, args ...string) (string, error) {
	return run(ctx, c.environment(), args...)
}

func run(ctx context.Context, env []string, args ...string) (string, error) {
	binary, err := Binary()
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = env
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("grandstand %v: %w: %s", args, err, exit.Stderr)
	}
	return string(out), err
}

// WaitReady returns when /readyz, or what Config names instead, answers 200, or with an error when the process ended or ctx is over.
func (s *Server) WaitReady(ctx context.Context) error {
	return Until(ctx, "the server is ready", func() (bool, error) {
		select {
		case <-s.ended:
			return false, errors.New("the server ended")
		default:
		}
		response, err := http.Get(s.URL + cmp.Or(s.config.Ready, "/readyz"))
		if err != nil {
			return false, nil
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK, nil
	})
}

// Kill ends the process at once, as a crash or a power cut of the process would (SIGKILL).
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

// Stop ends the process in order and reports one that does not come to an end.
func (s *Server) Stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
		return nil
	case <-time.After(Patience): // longer than a server waits for its calls (20 s) and its components (5 s each)
		s.Kill()
		return fmt.Errorf("the server did not end within %s", Patience)
	}
}

// Ended is closed when the process is gone.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// PID is the process's number.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Root is the repository's folder: the nearest one above the working directory with a go.mod.
func Root() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			return "", errors.New("not inside the repository")
		}
		folder = filepath.Dir(folder)
	}
}

// Binary is the built product, GRANDSTAND_BINARY or bin/grandstand.
func Binary() (string, error) {
	if path := os.Getenv("GRANDSTAND_BINARY"); path != "" {
		return path, nil
	}
	root, err := Root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "bin", "grandstand")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("build it first (make build): %w", err)
	}
	return path, nil
}
