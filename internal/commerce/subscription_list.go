package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// begun are the subscriptions that were ever paid, or tried: of others only the order tells.
func (s *Service) begun(ctx context.Context, rows *[]subscriptionRow, channelID, userID int64) *bun.SelectQuery {
	return s.db.From(ctx).NewSelect().Model(rows).Where("s.channel_id = ?", channelID).Where("s.user_id = ?", userID).
		Where("s.period_end_ms > 0").Order("s.id DESC")
}

// Subscriptions are the user's, the newest first, as they were when the provider was last
// asked.
func (s *Service) Subscriptions(ctx context.Context, channelID, userID int64) ([]*Subscription, error) {
	var rows []subscriptionRow
	if err := s.begun(ctx, &rows, channelID, userID).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list the subscriptions of user %d: %w", userID, err)
	}
	out := make([]*Subscription, len(rows))
	byID := make(map[SubscriptionID]*Subscription, len(rows))
	ids := make([]SubscriptionID, len(rows))
	for i := range rows {
		out[i] = rows[i].subscription(s)
		byID[rows[i].ID], ids[i] = out[i], rows[i].ID
	}
	if len(ids) == 0 {
		return out, nil
	}
	if err := s.readDisputes(ctx, channelID, out); err != nil {
		return nil, err
	}
	var history []happeningRow
	err := s.db.From(ctx).NewSelect().Model(&history).Where("channel_id = ?", channelID).Where("subscription_id IN (?)", bun.List(ids)).
		Where("kind NOT IN (?)", bun.List([]HappeningKind{happenedTrial, happenedCardNeeded})).Order("at_ms DESC", "id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the history of subscriptions: %w", err)
	}
	for _, h := range history {
		of := byID[h.SubscriptionID]
		of.History = append(of.History, Happening{
			ID: h.ID, Kind: h.Kind, At: clock.FromMillis(h.AtMS), Amount: h.Amount, UsualAmount: h.UsualAmount, Currency: h.Currency, From: timeOrZero(h.FromMS), Until: timeOrZero(h.UntilMS), Reason: string(h.Reason),
			Interval: h.Interval, UsualInterval: h.UsualInterval,
		})
	}
	return out, nil
}

// readDisputes sets what banks make of subscriptions: one under dispute gives no access, as its order gives none.
func (s *Service) readDisputes(ctx context.Context, channelID int64, list []*Subscription) error {
	byOrder := make(map[OrderID]*Subscription, len(list))
	ids := make([]OrderID, len(list))
	for i, one := range list {
		byOrder[one.OrderID], ids[i] = one, one.OrderID
	}
	var orders []orderRow
	err := s.db.From(ctx).NewSelect().Model(&orders).Column("o.id", "o.status", "o.dispute").Where("o.channel_id = ?", channelID).
		Where("o.id IN (?)", bun.List(ids)).Where("o.dispute <> ?", DisputeNone).Scan(ctx)
	if err != nil {
		return fmt.Errorf("list the disputes of subscriptions: %w", err)
	}
	for i := range orders {
		byOrder[orders[i].ID].takeDispute(orders[i].Status, orders[i].Dispute)
	}
	return nil
}

func (s *Subscription) takeDispute(order OrderStatus, state DisputeState) {
	s.Dispute = state
	if state == DisputeOpen && order == OrderPaid && s.Status != SubscriptionExpired {
		s.Status, s.AccessEnd = SubscriptionInactive, time.Time{}
	}
}

func (r *subscriptionRow) subscription(s *Service) *Subscription {
	now := s.clock.Now()
	accessEnd := timeOrZero(r.accessEnd())
	if r.EndedMS != 0 && r.statusAt(now) != SubscriptionCanceled { // what is paid goes on where the dashboard ended it
		accessEnd = time.Time{}
	}
	return &Subscription{
		ID: r.ID, PackageID: r.PackageID, OrderID: r.OrderID, Status: r.statusAt(now), Renews: r.AutoRenew, PastDue: r.PastDue, Paused: r.PausedMS != 0, UnchargedUntil: timeOrZero(r.UnchargedMS),
		TrialUntil: timeOrZero(r.TrialUntilMS), PeriodEnd: timeOrZero(r.PeriodEndMS), AccessEnd: accessEnd, StartedAt: clock.FromMillis(r.CreatedMS),
		CanceledAt: timeOrZero(r.CanceledMS), EndedAt: timeOrZero(r.EndedMS), Price: r.Price, NextAmount: r.nextAmount(), ServiceFee: r.ServiceFee, Currency: r.Currency,
		Account: r.Account, Card: r.Card, Brand: r.CardBrand, Last4: r.CardLast4, Interval: r.Interval, PendingAmount: r.PendingAmount,
		PendingFrom: timeOrZero(r.PendingFromMS), PendingThrough: timeOrZero(r.PendingThroughMS),
	}
}

// LatestSubscription is the user's newest subscription of an offer. NotFound,
// "subscription_not_found", where there is none.
func (s *Service) LatestSubscription(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	all, err := s.Subscriptions(ctx, channelID, userID)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if one.PackageID == offer {
			return one, nil
		}
	}
	return nil, ErrSubscriptionNotFound()
}

// RenewalsStopped are the offers of which the user's latest subscription ends with what is
// paid, each once.
func (s *Service) RenewalsStopped(ctx context.Context, channelID, userID int64) ([]PackageID, error) {
	var rows []subscriptionRow
	if err := s.begun(ctx, &rows, channelID, userID).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list the subscriptions of user %d: %w", userID, err)
	}
	var stopped []PackageID
	seen := make(map[PackageID]bool, len(rows))
	for i := range rows {
		offer := rows[i].PackageID
		if !seen[offer] && rows[i].statusAt(s.clock.Now()) == SubscriptionCanceled {
			stopped = append(stopped, offer)
		}
		seen[offer] = true
	}
	return stopped, nil
}

// TrialUsed reports whether a user has used the one free trial of a channel.
func (s *Service) TrialUsed(ctx context.Context, channelID, userID int64) (bool, error) {
	used, err := s.db.From(ctx).NewSelect().Model((*trialRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find the trial of user %d: %w", userID, err)
	}
	return used, nil
}
