package app

import "github.com/grandstand/grandstand/internal/pack"

// PackHouse is what channel packs are applied to and written from.
func (a *App) PackHouse() pack.House {
	return pack.House{
		DB: a.DB, Channels: a.Channels, Catalog: a.Catalog, Commerce: a.Commerce, Library: a.VOD, Films: a.Media,
		Media: a.Media, Pictures: a.Pictures, Clock: a.Clock,
	}
}
