package analytics

import "context"

// Subjects answers what a channel has. It is the catalogue's, the library's and the clips' to know.
type Subjects interface {
	// Known returns those of a list that the channel has.
	Known(ctx context.Context, channelID int64, list []Subject) ([]Subject, error)
}
