package stripesim

import (
	"crypto/rand"
	"slices"
)

// account is everything that one secret key has made.
type account struct {
	name    string
	objects map[string]object   // by id
	order   map[string][]string // ids by kind, oldest first
	replies map[string]reply    // by Idempotency-Key
	busy    map[string]bool     // keys that a request is being answered under
	waiting []string            // deliveries that are not over, oldest first
}

func newAccount(name string) *account {
	return &account{
		name: name, objects: map[string]object{}, order: map[string][]string{},
		replies: map[string]reply{}, busy: map[string]bool{},
	}
}

// keep stores an object that is not written to again.
func (a *account) keep(o object) {
	if _, known := a.objects[o.id()]; !known {
		a.order[o.kind()] = append(a.order[o.kind()], o.id())
		if o.kind() == kindDelivery {
			a.waiting = append(a.waiting, o.id())
		}
	}
	a.objects[o.id()] = o
}

// tx is one request's view of its account: it reads what it has changed itself, and nothing of it is seen by others
// until it is committed.
type tx struct {
	acc     *account
	now     int64 // seconds since 1970
	changed map[string]object
	touched []string // ids in changed, as they were first touched
	request object   // what events tell of the request that caused them
}

func (s *Server) begin(acc *account) *tx {
	return &tx{acc: acc, now: s.now().Unix(), changed: map[string]object{}, request: object{"id": nil, "idempotency_key": nil}}
}

// get returns the object of that kind for reading.
func (t *tx) get(kind, id string) (object, bool) {
	o, ok := t.changed[id]
	if !ok {
		o, ok = t.acc.objects[id]
	}
	if !ok || o.kind() != kind {
		return nil, false
	}
	return o, true
}

// find is get with the error for an object that is not there or was deleted.
func (t *tx) find(kind, id, param string) (object, error) {
	o, ok := t.get(kind, id)
	if !ok || o.flag("deleted") {
		return nil, unknown(kind, id, param)
	}
	return o, nil
}

// edit returns the transaction's own copy of an object that exists.
func (t *tx) edit(o object) object {
	if own, ok := t.changed[o.id()]; ok {
		return own
	}
	own := t.acc.objects[o.id()].clone()
	t.put(own)
	return own
}

// put adds a new object.
func (t *tx) put(o object) object {
	if _, known := t.changed[o.id()]; !known {
		t.touched = append(t.touched, o.id())
	}
	t.changed[o.id()] = o
	return o
}

// each walks the objects of a kind, newest first, until it is told false.
func (t *tx) each(kind string, visit func(object) bool) {
	for _, id := range slices.Backward(t.touched) {
		o := t.changed[id]
		if _, old := t.acc.objects[id]; old || o.kind() != kind {
			continue
		}
		if !visit(o) {
			return
		}
	}
	ids := t.acc.order[kind]
	for i := len(ids) - 1; i >= 0; i-- {
		o, _ := t.get(kind, ids[i])
		if !visit(o) {
			return
		}
	}
}

// all returns the objects of a kind that fit, oldest first.
func (t *tx) all(kind string, fits func(object) bool) []object {
	var out []object
	t.each(kind, func(o object) bool {
		if fits(o) {
			out = append(out, o)
		}
		return true
	})
	slices.Reverse(out)
	return out
}

// snapshots are the changed objects, to be stored.
func (t *tx) snapshots() []object {
	out := make([]object, len(t.touched))
	for i, id := range t.touched {
		out[i] = t.changed[id]
	}
	return out
}

const idLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// newID returns prefix_ and 24 random letters.
func newID(prefix string) string { return prefix + "_" + randomText(24) }

func randomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	for i := range raw {
		raw[i] = idLetters[int(raw[i])%len(idLetters)]
	}
	return string(raw)
}
