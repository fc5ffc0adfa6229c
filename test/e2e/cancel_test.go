//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// cancelledGame sells a ticket of a game, postpones the game, puts it on again and cancels it with the operator's commands.
// The buyer's money comes back, the ticket is no longer sold, and the books agree with those of the provider.
func cancelledGame(t *testing.T, s *scene) {
	buyer := s.visitor(t)
	if err := buyer.Register(within(t, patience), fmt.Sprintf("ticket.%d@example.com", time.Now().UnixNano()), password); err != nil {
		t.Fatal(err)
	}
	game := s.take(t, "ppv").ID
	var bought till.Bought
	body := map[string]any{"event_id": game, "single_event_package_id": s.ticket(t, buyer, game), "payment_method": till.CardGood}
	if err := buyer.Post(within(t, patience), "/api/stripe/buy", body, &bought); err != nil {
		t.Fatal(err)
	}
	s.waitOrder(t, buyer, bought.Order.ID, "paid")

	if out, err := s.server.Run(within(t, patience), "event", "remove", strconv.FormatInt(game, 10)); err == nil || !strings.Contains(err.Error(), "Cancel it instead") {
		t.Errorf("a sold game is removed: %s, %v", out, err)
	}
	if out, err := s.server.Run(within(t, patience), "event", "postpone", "999999999"); err == nil {
		t.Errorf("a game that does not exist is postponed: %s", out)
	}
	s.changeSchedule(t, buyer, game, "postponed", "postpone")
	s.changeSchedule(t, buyer, game, "tba", "tba")
	s.changeSchedule(t, buyer, game, "on", "schedule", time.Now().AddDate(0, 0, 30).Format(time.DateOnly), "19:30")
	s.changeSchedule(t, buyer, game, "cancelled", "cancel", "--refund")
	s.waitOrder(t, buyer, bought.Order.ID, "refunded")

	again, ok := errors.AsType[*stage.Problem](buyer.Post(within(t, patience), "/api/stripe/buy", body, nil))
	if !ok || again.Status >= 500 {
		t.Errorf("a ticket of a cancelled game: %v", again)
	}
	if out, err := s.server.Run(within(t, patience), "commerce", "reconcile"); err != nil || !strings.Contains(out, " payments compared, 0 differ") {
		t.Errorf("the books: %q, %v", out, err)
	}
}

// changeSchedule runs a command on a game and waits until a buyer sees the new schedule status.
func (s *scene) changeSchedule(t *testing.T, buyer *stage.Client, game int64, status, command string, flags ...string) {
	t.Helper()
	out, err := s.server.Run(within(t, patience), append([]string{"event", command, strconv.FormatInt(game, 10)}, flags...)...)
	if err != nil || !strings.HasPrefix(out, status) {
		t.Fatalf("event %s: %q, %v", command, out, err)
	}
	ctx := within(t, patience)
	var seen struct {
		ScheduleStatus string `json:"schedule_status"`
	}
	err = stage.Until(ctx, "the buyer sees "+status, func() (bool, error) {
		err := buyer.Get(ctx, fmt.Sprintf("/api/events/%d", game), nil, &seen)
		return err == nil && seen.ScheduleStatus == status, err
	})
	if err != nil {
		t.Fatalf("%v: %q", err, seen.ScheduleStatus)
	}
}

// waitOrder waits until a buyer's order has a status.
func (s *scene) waitOrder(t *testing.T, buyer *stage.Client, order int64, status string) {
	t.Helper()
	ctx := within(t, patience)
	var seen till.Sold
	err := stage.Until(ctx, "the order is "+status, func() (bool, error) {
		err := buyer.Get(ctx, fmt.Sprintf("/api/orders/%d", order), nil, &seen)
		return err == nil && seen.Status == status, err
	})
	if err != nil {
		t.Fatalf("%v: %q", err, seen.Status)
	}
}

// ticket returns the package by which an event is bought alone.
func (s *scene) ticket(t *testing.T, buyer *stage.Client, event int64) int64 {
	t.Helper()
	var found struct {
		Ticket int64 `json:"single_event_package_id"`
	}
	if err := buyer.Get(within(t, patience), fmt.Sprintf("/api/events/%d", event), nil, &found); err != nil || found.Ticket == 0 {
		t.Fatalf("event %d has no ticket: %v", event, err)
	}
	return found.Ticket
}
