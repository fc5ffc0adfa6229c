package app

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/outbound"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/reminder"
)

// sendNoteArgs sends a note to one device.
type sendNoteArgs struct {
	ChannelID    int64               `json:"channel_id"`
	Subscription push.SubscriptionID `json:"subscription"`
	Note         push.Note           `json:"note"`
}

// Kind names the job in the queue.
func (sendNoteArgs) Kind() string { return "push.send" }

const (
	// noteTimeout bounds one attempt to send a note.
	noteTimeout = 30 * time.Second
	// pushCall bounds one call of a push service.
	pushCall = 15 * time.Second
)

// noteboard puts notes into the queue in the transaction that causes them.
type noteboard struct{ app *App }

// SendNote is part of push.Queue.
func (b noteboard) SendNote(ctx context.Context, tx bun.Tx, channelID int64, to push.SubscriptionID, n push.Note) error {
	return b.app.queue.InsertTx(ctx, tx, sendNoteArgs{ChannelID: channelID, Subscription: to, Note: n}, nil)
}

// notes tells people on their devices what reminders write to them.
type notes struct{ app *App }

// Tell is part of reminder.Notes.
func (t notes) Tell(ctx context.Context, tx bun.Tx, channelID, userID int64, n reminder.Note) error {
	c, err := t.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return err
	}
	return t.app.Push.Tell(ctx, tx, channelID, userID, push.Note{
		Title: n.Title, Body: n.Body, Path: n.Path, Tag: n.Tag, Until: n.Until, Icon: api.NoteIcon(c.Settings),
	})
}

func (a *App) openPush() error {
	secret, err := a.Config.LoadSecret()
	if err != nil {
		return err
	}
	a.Push, err = push.NewService(push.Deps{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Queue: noteboard{a}, Client: outbound.NewGuard().Client(pushCall), Secret: secret,
		Contact: cmp.Or(a.Config.MailFrom, "https://grandstand.invalid"),
	})
	return err
}
