package analytics

import "context"

// Subjects answers what a channel has. It is the catalogue's, the library's and the clips' to know.
type Subjects interface {
	// Known returns those of a list that the channel has.
	Known(ctx context.Context, channelID int64, list []Subject) ([]Subject, error)
	// Granted returns what the channel gives, or lately gave, to those of a list.
	Granted(ctx context.Context, list []Watcher) (map[Watcher]Grant, error)
}

// Grant is what a channel gives to a watcher of something.
type Grant struct {
	Allowed bool // an address to watch it
	// Media is the subject under which its media are delivered: a clip's cut, else the subject. Reports count only if the
	// session was given such media.
	Media Subject
	// Slots is how many players of the user may play at once what the user bought; 0 for what is not bought.
	Slots int
}

// Watcher is a session that says to watch something from a place.
type Watcher struct {
	ChannelID, UserID, SessionID int64
	Place                        string
	Subject                      Subject
}

// watcher returns the reporter as a watcher of a subject, which may be empty; the zero value if nothing is checked.
func (r Reporter) watcher(s Subject) Watcher {
	if r.SessionID == 0 {
		return Watcher{}
	}
	return Watcher{r.ChannelID, r.UserID, r.SessionID, r.Place, s}
}
