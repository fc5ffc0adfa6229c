package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
)

// StreamKey returns what an encoder publishes an event with, making the event's stream
// if need be. With rotate it makes a new key first; the old one stops working.
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

// EndStream ends the live stream of an event; its recording is on demand at once.
func (a *App) EndStream(ctx context.Context, event int64) error {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return err
	}
	return a.Media.End(ctx, by, channelID, event)
}
