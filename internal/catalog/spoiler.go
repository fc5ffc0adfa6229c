package catalog

// Unspoiled is the event as it is told to somebody who does not want to know how it
// went: without score and key moments, without the end and the length it turned out to have, and
// without a picture on which the scoreboard can be read. What an operator wrote stays.
func (e *Event) Unspoiled() *Event {
	told := *e
	told.ScoreHidden = e.Status != Upcoming
	told.Score, told.Image = nil, e.Poster()
	told.EndedAt, told.Moments = timeOf(0), 0
	if told.ScoreHidden {
		told.Duration = 0
	}
	return &told
}

// Poster is the event's picture unless it was taken from the game itself: what may be
// shown to everybody, on cards that are shared and to people nobody could ask.
func (e *Event) Poster() Image {
	if e.Image.OfGame {
		return Image{}
	}
	return e.Image
}
