package argon

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
)

// As a process beside the tests, the tests' own program plays these.
var parts = map[string]func(){
	"serve":  func() { _ = Serve(os.Stdin, os.Stdout) },
	"quit":   func() {},
	"babble": func() { _, _ = os.Stdout.WriteString("hello?\n"); _ = Serve(os.Stdin, os.Stderr) },
	"environment": func() {
		_ = json.NewDecoder(os.Stdin).Decode(new(question))
		_ = json.NewEncoder(os.Stdout).Encode(answer{Hash: strings.Join(os.Environ(), " ")})
	},
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && parts[os.Args[1]] != nil {
		parts[os.Args[1]]()
		return
	}
	os.Exit(m.Run())
}

var cheap = Cost(64, 1)

// beside returns a Beside whose processes play a part, and what it logs.
func beside(t *testing.T, part string) (*Beside, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	b := NewBeside([]string{os.Args[0], part}, cheap, slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() {
		if err := b.Close(); err != nil && part == "serve" {
			t.Error(err)
		}
	})
	return b, log
}

const password = "tip-off at seven \x00\xff é"

// agrees checks that hashes of either fit the other.
func agrees(t *testing.T, b Hasher) {
	t.Helper()
	for name, pair := range map[string][2]Hasher{"made beside": {b, Here{cheap}}, "made here": {Here{cheap}, b}} {
		hash, err := pair[0].Hash(password)
		if err != nil {
			t.Fatal(err)
		}
		if cost, err := CostOf(hash); err != nil || cost != *cheap || cost != b.Cost() {
			t.Errorf("%s: cost %+v: %v", name, cost, err)
		}
		for _, guess := range []string{password, "tip-off at six"} {
			if fits, err := pair[1].Fits(guess, hash); err != nil || fits != (guess == password) {
				t.Errorf("%s: %q fits: %v, %v", name, guess, fits, err)
			}
		}
	}
}

func TestAProcessBesideHashesAsThisOneDoes(t *testing.T) {
	b, log := beside(t, "serve")
	agrees(t, b)
	if len(b.idle) != 1 || log.Len() > 0 {
		t.Errorf("%d processes; %s", len(b.idle), log)
	}
}

func TestManyAreHashedAtOnce(t *testing.T) {
	b, log := beside(t, "serve")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { agrees(t, b) })
	}
	group.Wait()
	if log.Len() > 0 {
		t.Error(log)
	}
}

// A password is never lost with the process that was to hash it.
func TestWhereNoProcessHelpsThisOneHashes(t *testing.T) {
	for _, part := range []string{"quit", "babble"} {
		b, log := beside(t, part)
		agrees(t, b)
		if len(b.idle) != 0 || !strings.Contains(log.String(), "own process") || strings.Contains(log.String(), "tip-off") {
			t.Errorf("%s: %d processes; %s", part, len(b.idle), log)
		}
	}
	agrees(t, NewBeside([]string{t.TempDir()}, cheap, slog.New(slog.DiscardHandler)))

	b, _ := beside(t, "serve")
	agrees(t, b)
	killed := b.idle[0]
	if err := killed.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	agrees(t, b)
	if len(b.idle) != 1 || b.idle[0] == killed {
		t.Error("no other process took the place of the one that was killed")
	}
}

func TestWhatIsNoHashIsSaidToBeNone(t *testing.T) {
	b, _ := beside(t, "serve")
	for _, hash := range []string{"x", "$argon2id$v=19$m=64,t=1,p=1$AAAA$!", "$2a$10$AAAA"} {
		if fits, err := b.Fits(password, hash); err == nil || fits {
			t.Errorf("%s: %v", hash, fits)
		}
		if _, err := CostOf(hash); err == nil {
			t.Errorf("%s has a cost", hash)
		}
	}
	agrees(t, b)
}

func TestAProcessBesideKnowsNoSecrets(t *testing.T) {
	t.Setenv("GRANDSTAND_SECRET", "the demo's")
	b, _ := beside(t, "environment")
	if environment, err := b.Hash(password); err != nil || environment != "GOMAXPROCS=1" {
		t.Errorf("%q: %v", environment, err)
	}
}

func TestAnIdleProcessIsEnded(t *testing.T) {
	b, _ := beside(t, "serve")
	agrees(t, b)
	h := b.idle[0]
	b.retire(h)
	if len(b.idle) != 0 || h.process.ProcessState == nil {
		t.Error("it goes on")
	}
	b.retire(h) // when its time comes just as it is taken
	agrees(t, b)

	h = b.idle[0]
	if err := b.Close(); err != nil || h.process.ProcessState == nil {
		t.Errorf("goes on after the end: %v", err)
	}
	agrees(t, b)
	if len(b.idle) != 0 {
		t.Error("a process outlives its question after the end")
	}
}

func TestServeRefusesWhatIsNoQuestion(t *testing.T) {
	var out bytes.Buffer
	if err := Serve(strings.NewReader(`{"password":"eA=="}`+"\n"), &out); err != nil || !strings.Contains(out.String(), "problem") {
		t.Errorf("%v: %s", err, &out)
	}
	if err := Serve(strings.NewReader("hello"), &out); err == nil {
		t.Error("takes anything")
	}
}
