package proofofwork

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/seal"
)

func newIssuer(t *testing.T) (*Issuer, *clock.Manual) {
	t.Helper()
	sealer, err := seal.New([]byte(strings.Repeat("k", 32)), "tests")
	if err != nil {
		t.Fatal(err)
	}
	now := clock.NewManual(time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC))
	return NewIssuer(sealer, now), now
}

func TestASolutionIsValidOnce(t *testing.T) {
	issuer, now := newIssuer(t)
	c := issuer.Issue("session 1", 8)
	solution := Solve(c.Token, c.Bits)
	wrong := "0"
	for Solves(c.Token, wrong, c.Bits) {
		wrong += "0"
	}
	for name, spend := range map[string][3]string{
		"another client": {"session 2", c.Token, solution},
		"no solution":    {"session 1", c.Token, ""},
		"a wrong number": {"session 1", c.Token, wrong},
		"no number":      {"session 1", c.Token, solution + "x"},
		"a long number":  {"session 1", c.Token, strings.Repeat("1", 100)},
		"altered":        {"session 1", "A" + c.Token[1:], solution},
		"no challenge":   {"session 1", "", solution},
	} {
		if issuer.Spend(spend[0], spend[1], spend[2]) {
			t.Errorf("%s is accepted", name)
		}
	}
	if !issuer.Spend("session 1", c.Token, solution) {
		t.Error("the solution is refused")
	}
	if issuer.Spend("session 1", c.Token, solution) {
		t.Error("the solution is accepted twice")
	}
	late := issuer.Issue("session 1", 1)
	solution = Solve(late.Token, late.Bits)
	now.Advance(challengeLife)
	if issuer.Spend("session 1", late.Token, solution) {
		t.Error("an expired challenge is accepted")
	}
}

func TestParallelCallersSpendASolutionOnce(t *testing.T) {
	issuer, _ := newIssuer(t)
	c := issuer.Issue("session 1", 4)
	solution := Solve(c.Token, c.Bits)
	var accepted atomic.Int64
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if issuer.Spend("session 1", c.Token, solution) {
				accepted.Add(1)
			}
		})
	}
	group.Wait()
	if accepted.Load() != 1 {
		t.Errorf("accepted %d times", accepted.Load())
	}
}

func TestDifficultyIsLeadingZeroBits(t *testing.T) {
	for _, difficulty := range []int{0, 1, 7, 8, 9, 13} {
		if solution := Solve("token", difficulty); !Solves("token", solution, difficulty) {
			t.Errorf("%d bits: %s", difficulty, solution)
		}
	}
	if got := leadingZeros([32]byte{0, 0x10}); got != 11 {
		t.Errorf("%d leading zero bits", got)
	}
}
