package passwordhash

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// testPrograms are what the test binary does when it is started as a worker.
var testPrograms = map[string]func(){
	"serve":  func() { _ = RunWorker(os.Stdin, os.Stdout) },
	"quit":   func() {},
	"silent": func() { _, _ = io.Copy(io.Discard, os.Stdin) },
	"babble": func() { _, _ = os.Stdout.WriteString("hello?\n"); _ = RunWorker(os.Stdin, os.Stderr) },
	"environment": func() {
		_ = json.NewDecoder(os.Stdin).Decode(new(request))
		_ = json.NewEncoder(os.Stdout).Encode(response{Hash: strings.Join(os.Environ(), " ")})
	},
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && testPrograms[os.Args[1]] != nil {
		testPrograms[os.Args[1]]()
		return
	}
	os.Exit(m.Run())
}

var cheap = NewParams(64, 1)

// newTestPool returns a pool whose workers run one of testPrograms, and its log.
func newTestPool(t *testing.T, program string) (*WorkerPool, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	b := NewWorkerPool([]string{os.Args[0], program}, cheap, slog.New(slog.NewTextHandler(log, nil)))
	b.responseTimeout = 3 * time.Minute // on a busy machine a worker with low priority answers late
	t.Cleanup(func() {
		if err := b.Close(); err != nil && program == "serve" {
			t.Error(err)
		}
	})
	return b, log
}

const password = "tip-off at seven \x00\xff é"

// checkHasher compares a hasher with InProcess: each must accept the hashes of the other.
func checkHasher(t *testing.T, b Hasher) {
	t.Helper()
	for name, pair := range map[string][2]Hasher{"hashed by the hasher": {b, InProcess{cheap}}, "hashed in process": {InProcess{cheap}, b}} {
		hash, err := pair[0].Hash(password)
		if err != nil {
			t.Fatal(err)
		}
		if params, err := ParamsOf(hash); err != nil || params != *cheap || params != b.CurrentParams() {
			t.Errorf("%s: parameters %+v: %v", name, params, err)
		}
		for _, guess := range []string{password, "tip-off at six"} {
			if matches, err := pair[1].Matches(guess, hash); err != nil || matches != (guess == password) {
				t.Errorf("%s: %q matches: %v, %v", name, guess, matches, err)
			}
		}
	}
}

func TestWorkersHashLikeInProcess(t *testing.T) {
	b, log := newTestPool(t, "serve")
	checkHasher(t, b)
	if len(b.idle) != 1 || log.Len() > 0 {
		t.Errorf("%d processes; %s", len(b.idle), log)
	}
}

func TestConcurrentCallers(t *testing.T) {
	b, log := newTestPool(t, "serve")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { checkHasher(t, b) })
	}
	group.Wait()
	if log.Len() > 0 {
		t.Error(log)
	}
}

func TestFailedWorkersAreReplacedByTheCurrentProcess(t *testing.T) {
	for _, part := range []string{"quit", "babble", "silent"} {
		b, log := newTestPool(t, part)
		if part == "silent" {
			b.responseTimeout = time.Millisecond
		}
		checkHasher(t, b)
		if len(b.idle) != 0 || !strings.Contains(log.String(), "in the server process") || strings.Contains(log.String(), "tip-off") {
			t.Errorf("%s: %d processes; %s", part, len(b.idle), log)
		}
	}
	checkHasher(t, NewWorkerPool([]string{t.TempDir()}, cheap, slog.New(slog.DiscardHandler)))

	b, _ := newTestPool(t, "serve")
	checkHasher(t, b)
	killed := b.idle[0]
	if err := killed.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	checkHasher(t, b)
	if len(b.idle) != 1 || b.idle[0] == killed {
		t.Error("the killed worker was not replaced")
	}
}

func TestInvalidHashes(t *testing.T) {
	b, _ := newTestPool(t, "serve")
	for _, hash := range []string{"x", "$argon2id$v=19$m=64,t=1,p=1$AAAA$!", "$2a$10$AAAA"} {
		if matches, err := b.Matches(password, hash); err == nil || matches {
			t.Errorf("%s: %v", hash, matches)
		}
		if _, err := ParamsOf(hash); err == nil {
			t.Errorf("%s has parameters", hash)
		}
	}
	checkHasher(t, b)
}

func TestWorkersDoNotInheritTheEnvironment(t *testing.T) {
	t.Setenv("GRANDSTAND_SECRET", "the demo's")
	b, _ := newTestPool(t, "environment")
	if environment, err := b.Hash(password); err != nil || environment != "GOMAXPROCS=1" {
		t.Errorf("%q: %v", environment, err)
	}
}

func TestIdleWorkersAreStopped(t *testing.T) {
	b, _ := newTestPool(t, "serve")
	checkHasher(t, b)
	h := b.idle[0]
	b.retireWorker(h)
	if len(b.idle) != 0 || h.process.ProcessState == nil {
		t.Error("the idle worker still runs")
	}
	b.retireWorker(h) // its timer fires again after it was taken
	checkHasher(t, b)

	h = b.idle[0]
	if err := b.Close(); err != nil || h.process.ProcessState == nil {
		t.Errorf("the worker runs after Close: %v", err)
	}
	checkHasher(t, b)
	if len(b.idle) != 0 {
		t.Error("a worker is kept after Close")
	}
}

func TestRunWorkerRefusesInvalidRequests(t *testing.T) {
	var out bytes.Buffer
	if err := RunWorker(strings.NewReader(`{"password":"eA=="}`+"\n"), &out); err != nil || !strings.Contains(out.String(), "problem") {
		t.Errorf("%v: %s", err, &out)
	}
	if err := RunWorker(strings.NewReader("hello"), &out); err == nil {
		t.Error("no error for a request that is not JSON")
	}
}
