package catalog

// Unspoiled is the event as it is told to somebody who does not want to know how it
// went: without score and key moments, without the end and the length it turned out to have, and
// without pictures and previews on which the scoreboard can be read. What an operator wrote stays.
func (e *Event) Unspoiled() *Event {
	told := *e
	told.ScoreHidden = e.Status != Upcoming
	told.Score, told.Image, told.Preview = nil, e.Poster(), 0
	told.EndedAt, told.Moments = timeOf(0), 0
	if told.ScoreHidden {
		told.Duration = 0
	}
	return &told
}

// Poster is the event's picture unless it was taken from the game itself: what may be shown to all
// viewers, on shared cards, to people without a setting, and to viewers who may not watch.
func (e *Event) Poster() Image { return e.Image.poster() }

func (i Image) poster() Image {
	switch {
	case !i.OfGame:
		return i
	case i.Poster != nil:
		return *i.Poster
	}
	return Image{}
}

// Unwatched is the event as it is told to a viewer who may not watch it: without a picture or a
// preview of the game.
func (e *Event) Unwatched() *Event {
	told := *e
	told.Image, told.Preview = e.Poster(), 0
	return &told
}

// chosen is the image that an operator chose instead of this one, which keeps the schedule's; without a
// key it is the schedule's.
func (i Image) chosen(key string) Image {
	scheduled := i.scheduled()
	if key == "" {
		return scheduled
	}
	image := Image{Key: key, Chosen: true}
	if scheduled.Key != "" {
		image.Poster = &scheduled
	}
	return image
}

// scheduled is the picture of the schedule, also while another one is shown.
func (i Image) scheduled() Image {
	switch {
	case !i.OfGame && !i.Chosen:
		return i
	case i.Poster != nil:
		return *i.Poster
	}
	return Image{}
}

// over is the image of a game, with what it stands in for.
func (i Image) over(before Image) Image {
	if poster := before.poster(); poster.Key != "" {
		i.Poster = &poster
	}
	return i
}
