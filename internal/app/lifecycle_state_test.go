package app

import (
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
)

// state is what the fan's things do now.
type state struct {
	renews   bool            // the subscription
	paid     int64           // orders
	watches  commerce.Reason // by which the game plays at an address with a place; empty where it does not
	shared   bool            // the clip opens by its secret, and its signed address plays
	wanted   bool            // the reminder is kept, and its user may be written to
	follows  bool            // the favourite is listed
	told     int64           // browsers that notes are sent to
	calendar bool            // the secret address answers
	member   bool            // the membership's login is this account's
	tv       bool            // the TV is logged in
}

func (l *life) state() (s state) {
	l.t.Helper()
	ctx, fan := l.t.Context(), int64(l.session.UserID)
	all, err := l.Commerce.Subscriptions(ctx, l.channel, fan)
	if err != nil || len(all) != 1 {
		l.t.Fatalf("subscriptions %v, %v", all, err)
	}
	s.renews = all[0].Renews
	s.paid = l.number("SELECT count(*) FROM orders WHERE user_id = ? AND status = 'paid'", fan)
	s.watches, s.shared = l.watches(), l.shares()
	_, s.wanted, err = people{l.App}.Reach(ctx, l.channel, fan)
	if err != nil {
		l.t.Fatal(err)
	}
	s.wanted = s.wanted && l.number("SELECT count(*) FROM reminders WHERE user_id = ? AND wanted", fan) > 0
	listed, err := l.Favourites.List(ctx, actor.Actor{Role: actor.User, ChannelID: l.channel, UserID: fan})
	s.follows = err == nil && len(listed) == 1
	s.told = l.number("SELECT count(*) FROM push_subscriptions WHERE user_id = ?", fan)
	followed, err := l.Favourites.FollowedBy(ctx, l.channel, l.secret)
	s.calendar = err == nil && len(followed) == 1
	s.member = l.number("SELECT count(*) FROM identities WHERE user_id = ?", fan) > 0
	tv, err := l.Accounts.FindSessionByID(ctx, l.channel, l.tv.ID)
	s.tv = err == nil && tv.UserID == l.session.UserID
	return s
}

// watches asks as media does for the signed address of the game that the fan's player has.
func (l *life) watches() commerce.Reason {
	l.t.Helper()
	v := l.viewerOf(l.game, l.session)
	allowed, err := l.access().Allowed(l.t.Context(), v)
	if err != nil {
		l.t.Fatal(err)
	}
	if !allowed || !l.mayPlay(media.Playing{Viewer: v, Player: lease.PlayerNumber(l.wish().Player)}) {
		return ""
	}
	decision, err := l.access().decide(l.t.Context(), v, commerce.Viewer{LoggedIn: true})
	if err != nil {
		l.t.Fatal(err)
	}
	return decision.Reason
}

// shares asks for the clip as a visitor who was sent its link.
func (l *life) shares() bool {
	l.t.Helper()
	ctx := l.t.Context()
	found, err := l.Clips.Find(ctx, actor.Actor{ChannelID: l.channel}, l.clip, clipSecret)
	if err != nil {
		return false
	}
	shown, err := l.Clips.Hold(ctx, l.channel, []*clip.Clip{found})
	if err != nil {
		l.t.Fatal(err)
	}
	_, visitor, err := l.Accounts.OpenSession(ctx, l.channel)
	if err != nil {
		l.t.Fatal(err)
	}
	plays, err := l.access().Allowed(ctx, media.Viewer{ChannelID: l.channel, CutID: l.cut, SessionID: visitor.ID})
	if err != nil {
		l.t.Fatal(err)
	}
	if plays != shown[found.ID] {
		l.t.Errorf("the clip is shown %t, and its address plays %t", shown[found.ID], plays)
	}
	return plays
}

// expect compares what the fan's things do.
func (l *life) expect(when string, want state) {
	l.t.Helper()
	if got := l.state(); got != want {
		l.t.Errorf("%s:\n%+v, want\n%+v", when, got, want)
	}
}

// whole is what they do while nothing has happened.
func whole() state {
	return state{renews: true, paid: 2, watches: commerce.ReasonOrder, shared: true, wanted: true, follows: true, told: 1, calendar: true, member: true, tv: true}
}

// reminds lets the game begin in half an hour, and checks how many are reminded of it, in letters to an address and in browsers.
func (l *life) reminds(to string, letters, notes int) {
	l.t.Helper()
	before, pushed := len(l.letters(to)), len(l.jobs(sendNoteArgs{}.Kind()))
	soon := l.Clock.Now().Add(30 * time.Minute).UnixMilli()
	l.exec("UPDATE events SET start_ms = ? WHERE id = ?", soon, l.game)
	l.exec("UPDATE reminders SET start_ms = ?, created_ms = 1 WHERE event_id = ?", soon, l.game)
	l.bump()
	if _, err := l.Reminders.Sweep(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
	if n, m := len(l.letters(to))-before, len(l.jobs(sendNoteArgs{}.Kind()))-pushed; n != letters || m != notes {
		l.t.Errorf("%d letters and %d notes remind of the game, want %d and %d", n, m, letters, notes)
	}
}

// clips checks whether the fan may make clips of the game.
func (l *life) clips(when string, want bool) {
	l.t.Helper()
	_, err := clipUses{l.App}.May(l.t.Context(), clip.Viewer{Actor: l.session.Actor()}, int64(l.game), clip.Make)
	if code := fault.CodeOf(err); (err == nil) != want || err != nil && code != "no_access" {
		l.t.Errorf("%s: clips can be made: %t, %v", when, err == nil, err)
	}
}

// subjects are those of the fan's letters.
func (l *life) subjects() (list []string) {
	l.t.Helper()
	for _, one := range l.letters(lifeMail) {
		list = append(list, one.Subject)
	}
	return list
}
