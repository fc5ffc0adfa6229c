package app

import "github.com/grandstand/grandstand/internal/pack"

// PackInstallation returns the installation for channel packs.
func (a *App) PackInstallation() pack.Installation {
	return pack.Installation{
		DB: a.DB, Channels: a.Channels, Catalog: a.Catalog, Commerce: a.Commerce, Library: a.VOD, Films: a.Media,
		Media: a.Media, Pictures: a.Pictures, Clock: a.Clock,
	}
}
