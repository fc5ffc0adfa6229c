package commerce

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
)

// SendSubscriptionLetter writes to a subscriber about an entry of their subscription's history:
// once, however often it is called. What holds no more by then is not told. It is in the
// subscriber's own language, or where they have chosen none in that in which they subscribed.
func (t *Till) SendSubscriptionLetter(ctx context.Context, channelID, happening int64) error {
	h := new(happeningRow)
	if err := t.DB.From(ctx).NewSelect().Model(h).Where("channel_id = ?", channelID).Where("id = ?", happening).Scan(ctx); err != nil {
		return fmt.Errorf("find entry %d of a subscription's history: %w", happening, err)
	}
	row, err := t.subscriptionBy(ctx, channelID, "id", h.SubscriptionID)
	if err != nil {
		return err
	}
	to, found, err := t.Buyers.Recipient(ctx, channelID, row.UserID)
	if err != nil || !found || to.Email == "" {
		return err
	}
	if holds, err := t.holds(ctx, row, h); err != nil || !holds {
		return err
	}
	language, err := t.languageOf(ctx, row, to)
	if err != nil {
		return err
	}
	n, err := t.newsOf(ctx, row, h)
	if err != nil {
		return err
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		first, err := db.Changed(tx.NewUpdate().Model((*happeningRow)(nil)).Set("told_ms = ?", clock.Millis(n.now)).
			Where("channel_id = ?", channelID).Where("id = ?", h.ID).Where("told_ms = 0").Exec(ctx))
		if err != nil || !first {
			return err
		}
		return t.Letters.Post(ctx, tx, channelID, to.Email, n.write(language))
	})
}

// languageOf is the language of letters about a subscription.
func (t *Till) languageOf(ctx context.Context, r *subscriptionRow, to Recipient) (string, error) {
	if to.Chosen {
		return to.Language, nil
	}
	c, err := t.checkout(ctx, r.ChannelID, r.CheckoutID)
	if err != nil {
		return "", err
	}
	return cmp.Or(c.Language, to.Language), nil
}

// holds reports whether an entry of the history is still worth telling. Letters are written
// side by side: who cancels and thinks better of it must not hear last that it is canceled.
func (t *Till) holds(ctx context.Context, r *subscriptionRow, h *happeningRow) (bool, error) {
	switch h.Kind {
	case HappenedFailed: // and was not paid since, nor given up
		paid, err := t.DB.From(ctx).NewSelect().Model((*transactionRow)(nil)).Where("channel_id = ?", r.ChannelID).Where("order_id = ?", r.OrderID).
			Where("status = ?", OrderPaid).Where("ref = ?", h.Ref).Exists(ctx)
		if err != nil {
			return false, fmt.Errorf("look for a payment of subscription %d: %w", r.ID, err)
		}
		return !paid && r.AutoRenew, nil
	case HappenedCanceled:
		return h.Ref == strconv.FormatInt(r.CanceledMS, 10), nil
	case HappenedResumed:
		return r.AutoRenew, nil
	case happenedTrial:
		return h.Ref == trialRef(r) && r.announces(t.Clock.Now()), nil
	case HappenedPaused:
		return h.Ref == strconv.FormatInt(r.PausedMS, 10), nil
	case HappenedUnpaused:
		return r.AutoRenew && r.PausedMS == 0, nil
	case HappenedUncharged:
		return r.AutoRenew, nil
	case HappenedCardRemoved:
		return r.AutoRenew && r.Card == "", nil
	case HappenedPrice: // and was not changed again since
		return r.AutoRenew && h.Amount == r.Price && (h.Interval.Unit == "" || h.Interval == r.Interval), nil
	case HappenedPending:
		return r.EndedMS == 0 && h.Amount == r.PendingAmount, nil
	case happenedCardNeeded:
		return h.Ref == cardNeededRef(r) && r.needsCard(t.Clock.Now()), nil
	case HappenedUpdated, HappenedExtra, HappenedEnded:
		return true, nil
	case HappenedCreated:
	}
	return false, nil
}

// news is what there is to tell about a subscription.
type news struct {
	*subscriptionRow

	happened *happeningRow // nil of what begins
	name     text.Text
	taxes    tax.List
	receipt  string
	access   time.Time // until when it opens something
	zone     *time.Location
	now      time.Time
}

func (t *Till) newsOf(ctx context.Context, r *subscriptionRow, h *happeningRow) (news, error) {
	n := news{subscriptionRow: r, happened: h, now: t.Clock.Now()}
	o, err := t.order(ctx, r.ChannelID, r.OrderID)
	if err != nil {
		return n, err
	}
	n.access, n.taxes = timeOrZero(o.UntilMS), o.Taxes
	payment := ""
	if h != nil {
		payment = h.Ref
	}
	if n.receipt, err = t.receiptOf(ctx, o, payment); err != nil {
		return n, err
	}
	if n.name, err = t.OrderName(ctx, o.order()); fault.KindOf(err) == fault.NotFound {
		n.name, err = text.Text{"en": r.ProductName}, nil // it is offered no more
	}
	if err != nil {
		return n, err
	}
	n.zone, err = t.Sites.Zone(ctx, r.ChannelID)
	return n, err
}

// trialReceipt is the receipt of a checkout that began a free trial; false for any other.
func (t *Till) trialReceipt(ctx context.Context, language string, c *checkoutRow) (letter.Letter, bool, error) {
	if !c.Subscribes {
		return letter.Letter{}, false, nil
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil || row.TrialDays == 0 {
		return letter.Letter{}, false, err
	}
	if row.TrialUntilMS == 0 { // the provider has not said it yet
		row.TrialUntilMS = clock.Millis(row.firstEnd(clock.FromMillis(c.CreatedMS)))
	}
	n, err := t.newsOf(ctx, row, nil)
	return n.trialBegan(language), err == nil, err
}

// write is the letter about what happened. What was told to end, or has ended, is told by
// what is left of it.
func (n news) write(language string) letter.Letter {
	switch n.happened.Kind {
	case HappenedUpdated, HappenedExtra:
		return n.receiptLetter(language)
	case HappenedPrice:
		return n.repriced(language)
	case HappenedPending:
		return n.pending(language)
	case happenedCardNeeded:
		return n.cardNeeded(language)
	case HappenedFailed:
		return n.unpaidLetter(language)
	case HappenedResumed:
		return n.resumedLetter(language)
	case happenedTrial:
		return n.trialEnds(language)
	case HappenedPaused:
		return n.paused(language)
	case HappenedUnpaused:
		return n.unpaused(language)
	case HappenedUncharged:
		return n.uncharged(language)
	case HappenedCardRemoved:
		return n.cardRemoved(language)
	case HappenedCreated, HappenedCanceled, HappenedEnded:
	}
	if n.access.After(n.now) {
		return n.canceledLetter(language)
	}
	return n.endedLetter(language)
}

// at writes the time of a charge by the channel's clock.
func (n news) at(language string, t time.Time) string { return text.Moment(language, t.In(n.zone)) }

func (n news) day(language string, ms int64) string {
	return text.Day(language, clock.FromMillis(ms).In(n.zone))
}

// lastDay writes the last day of a period that ends at ms.
func (n news) lastDay(language string, ms int64) string {
	return text.LastDay(language, clock.FromMillis(ms).In(n.zone))
}

// until writes when access or a trial ends, by the channel's clock. The app shows the same day.
func (n news) until(language string, end time.Time) string {
	return text.Until(language, end.In(n.zone))
}

// price is what the next renewal charges.
func (n news) price(language string) string { return money(language, n.nextAmount(), n.Currency) }

// facts are lines with a label. Those without a value, such as a card that nobody knows, are
// left out.
func facts(list ...letter.Fact) []letter.Fact {
	var known []letter.Fact
	for _, f := range list {
		if f.Value != "" {
			known = append(known, f)
		}
	}
	return known
}

func (n news) card() string { return payment.Card{Brand: n.CardBrand, Last4: n.CardLast4}.Label() }

// paidBy is the card that paid a period: the one that is known, unless that is of a later one.
func (n news) paidBy() string {
	if n.happened.UntilMS != n.PeriodEndMS || n.happened.Reason == reasonOutside || n.happened.Amount == 0 {
		return ""
	}
	return n.card()
}
