package favourite

import "context"

// Subjects answers what a channel has. It is the catalogue's to know.
type Subjects interface {
	// Known returns those of the subjects that the channel has, in their order.
	Known(ctx context.Context, channelID int64, subjects []Subject) ([]Subject, error)
}
