package analytics

import "context"

// Subjects answers what a channel has. It is the catalogue's, the library's and the clips' to know.
type Subjects interface {
	// Known returns those of a list that the channel has.
	Known(ctx context.Context, channelID int64, list []Subject) ([]Subject, error)
	// Granted returns those of a list that the channel gives, or lately gave, an address to watch
	// their subject.
	Granted(ctx context.Context, list []Watcher) (map[Watcher]bool, error)
}

// Watcher is a session that says to watch something from a place.
type Watcher struct {
	ChannelID, UserID, SessionID int64
	Place                        string
	Subject                      Subject
}

// watcher is the teller as a watcher of something; the zero value where that is not checked.
func (t Teller) watcher(s Subject) Watcher {
	if t.SessionID == 0 || s == (Subject{}) {
		return Watcher{}
	}
	return Watcher{t.ChannelID, t.UserID, t.SessionID, t.Place, s}
}
