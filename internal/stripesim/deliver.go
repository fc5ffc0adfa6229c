package stripesim

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// kindDelivery is one event on its way to one endpoint.
const kindDelivery = "_delivery"

// States of a delivery.
const (
	deliveryWaiting = "waiting"
	deliveryDone    = "delivered"
	deliveryDropped = "dropped" // lost, as was ordered
	deliveryGivenUp = "given up"
)

const (
	deliveryTimeout = 10 * time.Second
	firstRetry      = time.Second
	longestRetry    = time.Hour
	// giveUpAfter is how long Stripe tries: https://docs.stripe.com/webhooks#retries.
	giveUpAfter = 3 * 24 * time.Hour
	// idle is how often the loop looks for retries that have come due.
	idle = time.Second
)

// parcel is what is sent to an endpoint.
type parcel struct {
	account, delivery, url, secret string
	body                           []byte
	times                          int
}

// deliverAll sends what is due, and bills what falls due, until ctx ends.
func (s *Server) deliverAll(ctx context.Context) {
	client := &http.Client{
		Timeout:       deliveryTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	tick := time.NewTicker(idle)
	defer tick.Stop()
	for {
		due := s.due()
		s.sendAll(ctx, client, due)
		if len(due) > 0 && ctx.Err() == nil {
			continue // something may have come meanwhile
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
			s.billDue()
		}
	}
}

// sendAll sends each endpoint its parcels in order, all endpoints at the same time.
func (s *Server) sendAll(ctx context.Context, client *http.Client, due []parcel) {
	var all sync.WaitGroup
	defer all.Wait()
	byEndpoint := map[string][]parcel{}
	for _, p := range due {
		key := p.account + " " + p.url
		byEndpoint[key] = append(byEndpoint[key], p)
	}
	for _, parcels := range byEndpoint {
		all.Go(func() {
			for _, p := range parcels {
				status, problem := 0, ""
				for range p.times {
					if ctx.Err() != nil {
						return // the delivery waits for the next start
					}
					status, problem = send(ctx, client, p)
				}
				if ctx.Err() == nil || status/100 == 2 {
					s.note(p, status, problem)
				}
				if status == 0 {
					return // nobody there: the others of this endpoint have their turn after the other endpoints'
				}
			}
		})
	}
}

// send posts one event, signed as webhook endpoints check it. The signature has the machine's time, whatever the
// clock of the account says: receivers compare it with theirs.
func send(ctx context.Context, client *http.Client, p parcel) (status int, problem string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(p.body))
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("User-Agent", "Stripe/1.0 (simulator)")
	req.Header.Set("Stripe-Signature", sign(time.Now(), p.body, p.secret))
	resp, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16)) // so that the connection can be used again
	return resp.StatusCode, ""
}

// sign is the header of https://docs.stripe.com/webhooks#verify-manually.
func sign(at time.Time, body []byte, secret string) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = mac.Write([]byte(stamp + "."))
	_, _ = mac.Write(body)
	return fmt.Sprintf("t=%s,v1=%s", stamp, hex.EncodeToString(mac.Sum(nil)))
}

// due takes the deliveries whose time has come, with the faults that they run into.
func (s *Server) due() []parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now().UnixMilli()
	var out []parcel
	for name, acc := range s.accounts {
		acc.waiting = slices.DeleteFunc(acc.waiting, func(id string) bool { return acc.objects[id].str("state") != deliveryWaiting })
		for _, id := range acc.waiting {
			o := acc.objects[id]
			if o.int("due") > now || s.held(id) {
				continue
			}
			out = append(out, s.strike(name, acc, o, now)...)
		}
	}
	return out
}

// strike lets a delivery run into a fault on its first attempt, and returns what is to be sent now.
func (s *Server) strike(name string, acc *account, o object, now int64) []parcel {
	var f *fault
	if o.int("attempts") == 0 && !o.flag("_struck") {
		f = s.deliveryFault(name, o.str("type"))
	}
	if f == nil {
		return s.pack(acc, o, 1)
	}
	t := s.begin(acc)
	own := t.edit(o)
	own["_struck"] = true
	defer func() { s.commit(t, nil) }()
	switch f.Kind {
	case faultDuplicate:
		return s.pack(acc, own, 2)
	case faultDelay:
		own["due"] = now + f.Millis
	case faultDrop:
		own["state"] = deliveryDropped
	case faultDisorder:
		f.held = append(f.held, o.id())
		if len(f.held) >= f.Count {
			return s.letGo(acc, f)
		}
	}
	return nil
}

// letGo returns what a fault has held back, the last first, and ends the fault.
func (s *Server) letGo(acc *account, f *fault) []parcel {
	s.faults = slices.DeleteFunc(s.faults, func(other *fault) bool { return other == f })
	var out []parcel
	for _, id := range slices.Backward(f.held) {
		out = append(out, s.pack(acc, acc.objects[id], 1)...)
	}
	return out
}

// pack makes a delivery ready to send, unless its endpoint has gone.
func (s *Server) pack(acc *account, o object, times int) []parcel {
	endpoint := acc.objects[o.str("endpoint")]
	event := acc.objects[o.str("event")]
	if endpoint.str("url") == "" || event == nil {
		t := s.begin(acc)
		t.edit(o)["state"] = deliveryGivenUp
		s.commit(t, nil)
		return nil
	}
	return []parcel{{
		account: acc.name, delivery: o.id(), url: endpoint.str("url"), secret: endpoint.str("_secret"), body: encode(event.public()), times: times,
	}}
}

// held tells whether a fault holds a delivery back.
func (s *Server) held(id string) bool {
	return slices.ContainsFunc(s.faults, func(f *fault) bool { return slices.Contains(f.held, id) })
}

// deliveryFault returns the fault that an event's delivery is to run into, or nil.
func (s *Server) deliveryFault(account, event string) *fault {
	for i, f := range s.faults {
		if !f.ofDeliveries() || !matches(f.Account, account) || !strings.HasPrefix(event, f.Event) {
			continue
		}
		if f.Kind == faultDisorder {
			return f // stays until it has gathered its events
		}
		if f.Count--; f.Count <= 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return f
	}
	return nil
}

// note records how an attempt ended, and when the next one is due.
func (s *Server) note(p parcel, status int, problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	acc := s.accounts[p.account]
	if acc == nil || acc.objects[p.delivery] == nil {
		return // everything was reset meanwhile
	}
	t := s.begin(acc)
	o := t.edit(acc.objects[p.delivery])
	o["attempts"], o["status"], o["problem"] = o.int("attempts")+int64(p.times), int64(status), problem
	now := s.now()
	switch wait := min(firstRetry<<min(o.int("attempts")-1, 20), longestRetry); {
	case status/100 == 2:
		o["state"] = deliveryDone
		event := t.edit(acc.objects[o.str("event")])
		event["pending_webhooks"] = max(0, event.int("pending_webhooks")-1)
	case now.Sub(time.Unix(o.int("created"), 0)) > giveUpAfter:
		o["state"] = deliveryGivenUp
	default:
		o["due"] = now.Add(wait).UnixMilli()
	}
	s.commit(t, nil)
}
