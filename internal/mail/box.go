package mail

import (
	"context"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// keptLetters bounds a box; the oldest letters go first.
const keptLetters = 200

// Box is a Sender that keeps letters in memory for people to read: in a demo nothing
// leaves the machine. It is safe for concurrent use.
type Box struct {
	clock   clock.Clock
	mu      sync.Mutex
	letters []Kept
}

// Kept is a letter in a box.
type Kept struct {
	Letter
	At time.Time `json:"at"`
}

// NewBox returns an empty box.
func NewBox(c clock.Clock) *Box { return &Box{clock: c} }

// Send implements Sender. A letter that is there already is not kept twice.
func (b *Box) Send(_ context.Context, l Letter) error {
	if err := l.Validate(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.ContainsFunc(b.letters, func(k Kept) bool { return k.ID == l.ID }) {
		return nil
	}
	l.Subject, l.FromName = header(l.Subject), header(l.FromName)
	b.letters = append(b.letters, Kept{Letter: l, At: b.clock.Now()})
	b.letters = b.letters[max(0, len(b.letters)-keptLetters):]
	return nil
}

// Letters returns what is in the box, the latest first.
func (b *Box) Letters() []Kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := append([]Kept{}, b.letters...) // an empty box is a list, too
	slices.Reverse(out)
	return out
}

//go:embed box.html
var boxText string

var boxPage = template.Must(template.New("box").Parse(boxText))

// ServeHTTP shows the letters, to programs that accept nothing but JSON as a list. It
// belongs on a listener that is not public.
func (b *Box) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Header.Get("Accept") == "application/json" {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(b.Letters()) // the client may be gone
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-ancestors 'none'")
	_ = boxPage.Execute(w, b.Letters()) // the client may be gone
}
