package position

import "context"

// Subjects answers what a channel has. It is the catalogue's and the library's to know.
type Subjects interface {
	// Known reports whether the channel has a subject.
	Known(ctx context.Context, channelID int64, s Subject) (bool, error)
}
