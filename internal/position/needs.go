package position

import "context"

// Subjects knows the events and VOD items of channels. The catalog and the library implement it.
type Subjects interface {
	// Known reports whether the channel has a subject.
	Known(ctx context.Context, channelID int64, s Subject) (bool, error)
}
