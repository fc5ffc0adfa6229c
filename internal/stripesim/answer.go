package stripesim

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// keepReply is how long a reply is kept under its Idempotency-Key (https://docs.stripe.com/api/idempotent_requests).
const keepReply = 24 * time.Hour

// action is one of Stripe's calls.
type action func(*call) (object, error)

// call is one request to the API.
type call struct {
	*tx
	s       *Server
	r       *http.Request
	p       *params
	limited bool // a publishable key: only what the holder of a client secret may do
}

// target is the id in the URL's path.
func (c *call) target() string { return c.r.PathValue("id") }

// reply is an answer, as it is kept under an Idempotency-Key.
type reply struct {
	Key     string `json:"key"`
	Request string `json:"request"` // a hash of the method, the path and the parameters
	ID      string `json:"id"`      // Request-Id of the first time
	Status  int    `json:"status"`
	Body    string `json:"body"`
	Until   int64  `json:"until"`
	again   bool
}

func (r reply) expired(now int64) bool { return now >= r.Until }

// handle makes an action a handler: who asks, with which parameters, once or again.
func (s *Server) handle(do action, public bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := newID("req")
		name, limited, err := identify(r)
		if err == nil && limited && !public {
			err = invalid("secret_key_required", "", "This API call cannot be made with a publishable API key. Please use a secret API key.")
			err.status = http.StatusUnauthorized
		}
		if err != nil {
			writeReply(w, failed(id, err))
			return
		}
		form, err := readParams(w, r)
		if err != nil {
			writeReply(w, failed(id, err))
			return
		}
		fault := s.requestFault(name, r.Method, r.URL.Path)
		if fault.spared() {
			writeReply(w, fault.outcome(r.Context(), id, reply{}))
			return
		}
		answer, held := s.answer(do, r, form, name, limited, id)
		if held != "" {
			defer s.release(name, held)
		}
		if err := s.journal.wait(); err != nil {
			s.log.ErrorContext(r.Context(), "the simulator's journal cannot be written", "error", err)
			answer = failed(id, internalError("The simulator cannot keep its state."))
		}
		writeReply(w, fault.outcome(r.Context(), id, answer))
	}
}

// identify reads the key: user name of Basic, or Bearer token.
func identify(r *http.Request) (account string, limited bool, _ *apiError) {
	key, _, basic := r.BasicAuth()
	if !basic {
		key, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if key == "" {
		return "", false, unauthorized("You did not provide an API key. You need to provide your API key in the Authorization header, using " +
			"Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').")
	}
	for prefix, publishable := range map[string]bool{"sk_sim_": false, "pk_sim_": true} {
		if name, ok := strings.CutPrefix(key, prefix); ok && name != "" && len(name) <= 100 {
			return name, publishable, nil
		}
	}
	return "", false, unauthorized("Invalid API Key provided: %s. These are test payments: the simulator takes keys that begin with sk_sim_ or pk_sim_.", masked(key))
}

// masked hides all of a key but its kind and its end.
func masked(key string) string {
	if len(key) <= 12 {
		return strings.Repeat("*", len(key))
	}
	return key[:8] + strings.Repeat("*", min(len(key)-12, 20)) + key[len(key)-4:]
}

// readParams reads the query and, where there is one, the body.
func readParams(w http.ResponseWriter, r *http.Request) (*params, *apiError) {
	text := r.URL.RawQuery
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			return nil, invalid("", "", "The request's body is too large or was cut off.")
		}
		if kind := r.Header.Get("Content-Type"); len(body) > 0 && !strings.HasPrefix(kind, "application/x-www-form-urlencoded") {
			return nil, invalid("", "", "Invalid request (check that your POST content type is application/x-www-form-urlencoded).")
		}
		text = strings.Trim(text+"&"+string(body), "&")
	}
	form, err := parseForm(text)
	if err != nil {
		return nil, invalid("", "", "Invalid request: %v.", err)
	}
	return form, nil
}

// answer does the request under the lock, or finds that it was done. The key that it holds is in use until released.
func (s *Server) answer(do action, r *http.Request, form *params, name string, limited bool, id string) (out reply, held string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.rescue(r, id, &out)
	acc := s.account(name)
	key := idempotencyKey(r)
	request := fingerprint(r, form)
	t := s.begin(acc)
	if key != "" {
		if kept, err := acc.recall(key, request, t.now); err != nil {
			return failed(id, err), ""
		} else if kept != nil {
			return *kept, ""
		}
		acc.busy[key], held = true, key
		t.request["idempotency_key"] = key
	}
	t.request["id"] = id
	out, done := s.perform(&call{tx: t, s: s, r: r, p: form, limited: limited}, do, id)
	if !done {
		return out, held
	}
	var kept *reply
	if key != "" {
		out.Key, out.Request, out.Until = key, request, t.now+int64(keepReply.Seconds())
		kept = &out
	}
	s.commit(t, kept)
	return out, held
}

// rescue, deferred, makes a panic an answer. Nothing of the request was committed then.
func (s *Server) rescue(r *http.Request, id string, out *reply) {
	if problem := recover(); problem != nil {
		s.log.ErrorContext(r.Context(), "the simulator failed", "path", r.URL.Path, "problem", problem)
		*out = failed(id, internalError("The simulator failed on this request."))
	}
}

// perform runs the action. Without done nothing happened: the request was refused before it began, so that its key is
// free for another try.
func (s *Server) perform(c *call, do action, id string) (_ reply, done bool) {
	result, err := do(c)
	if err == nil {
		result, err = c.present(result)
	}
	var problem *apiError
	switch {
	case err == nil:
		return reply{ID: id, Status: http.StatusOK, Body: string(encode(result))}, true
	case errors.As(err, &problem):
		return failed(id, problem), problem.keep
	default:
		s.log.Error("the simulator failed", "path", c.r.URL.Path, "error", err)
		return failed(id, internalError("The simulator failed on this request.")), false
	}
}

// release ends the time in which a key is in use.
func (s *Server) release(name, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.account(name).busy, key)
}

func idempotencyKey(r *http.Request) string {
	if r.Method != http.MethodPost {
		return ""
	}
	return r.Header.Get("Idempotency-Key")
}

// recall returns the reply kept under a key, or nil when the key is new.
func (a *account) recall(key, request string, now int64) (*reply, *apiError) {
	if len(key) > 255 {
		return nil, invalid("", "", "Idempotency keys can be at most 255 characters long.")
	}
	if a.busy[key] {
		return nil, &apiError{
			status: http.StatusConflict, kind: typeIdempotency, code: "idempotency_key_in_use",
			message: "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, " +
				"and the other request is still going through): " + key + ". Please try again later.",
		}
	}
	kept, ok := a.replies[key]
	if !ok || kept.expired(now) {
		return nil, nil //nolint:nilnil // no reply and no refusal: the key is new
	}
	if kept.Request != request {
		return nil, &apiError{
			status: http.StatusBadRequest, kind: typeIdempotency,
			message: "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
				"Try using a key other than '" + key + "' if you meant to execute a different request.",
		}
	}
	kept.again = true
	return &kept, nil
}

func fingerprint(r *http.Request, form *params) string {
	sum := sha256.Sum256([]byte(r.Method + " " + r.URL.Path + "?" + form.canonical()))
	return hex.EncodeToString(sum[:])
}

func failed(id string, err *apiError) reply {
	return reply{ID: id, Status: err.status, Body: string(encode(object{"error": err.body()}))}
}

func writeReply(w http.ResponseWriter, r reply) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Request-Id", r.ID)
	h.Set("Stripe-Version", apiVersion)
	if r.Key != "" {
		h.Set("Idempotency-Key", r.Key)
	}
	if r.again {
		h.Set("Idempotent-Replayed", "true")
	}
	if r.Status == http.StatusConflict || r.Status == http.StatusTooManyRequests {
		h.Set("Stripe-Should-Retry", strconv.FormatBool(r.Status == http.StatusConflict))
	}
	h.Set("Content-Length", strconv.Itoa(len(r.Body)))
	w.WriteHeader(r.Status)
	_, _ = io.WriteString(w, r.Body) // a caller that has gone away has no use for an error
}
