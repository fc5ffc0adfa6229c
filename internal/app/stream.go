package app

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
)

// StreamKey returns what an encoder publishes an event with, making the event's stream
// if need be. With rotate it makes a new key first; the old one stops working, also for an encoder that is connected.
func (a *App) StreamKey(ctx context.Context, event int64, rotate bool) (string, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return "", err
	}
	ask := a.Media.EnsureStream
	if rotate {
		ask = a.Media.RotateKey
	}
	stream, err := ask(ctx, by, channelID, event)
	return stream.Key, err
}

// EndStream ends the live stream of an event and returns what happened, in words. It waits for
// the server with the encoder, at most for the time given.
func (a *App) EndStream(ctx context.Context, event int64, wait time.Duration) (string, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return "", err
	}
	ending, err := a.Media.End(ctx, by, channelID, event, wait)
	if err != nil {
		return "", err
	}
	if !ending.Ended {
		return "", fmt.Errorf("the server %q has not ended event %d yet. The request stays in force: "+
			"the event ends as soon as a server carries it out. `grandstand stream status` shows whether it has", ending.Node, event)
	}
	message := fmt.Sprintf("Event %d has ended. Its recording is on demand. `grandstand stream reopen %d` lets an encoder continue it.", event, event)
	if ending.Node != "" {
		message = "Encoder disconnected. " + message
	}
	return message, nil
}

// ReopenStream lets an encoder continue an event that an operator has ended, and returns for how long, in words.
func (a *App) ReopenStream(ctx context.Context, event int64) (string, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return "", err
	}
	until, err := a.Media.Reopen(ctx, by, channelID, event)
	switch {
	case err != nil:
		return "", err
	case until.IsZero():
		return fmt.Sprintf("Event %d has not ended yet and continues.", event), nil
	}
	return fmt.Sprintf("Event %d is open. Start its encoder within %.0f min.", event, until.Sub(a.Clock.Now()).Minutes()), nil
}
