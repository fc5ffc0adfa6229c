// Package app puts the house together in plain Go: it opens the database and the
// media store, makes every service, tells the services about each other, and runs
// the listeners. It is the only package that knows all the others.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/jobs"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/media/transcode"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/position"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/reminder"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/vod"
)

// App is every service of one process, ready to use; nothing listens yet.
type App struct {
	Config  config.Config
	Log     *slog.Logger
	Clock   clock.Clock
	Metrics *metrics.Set

	DB       *db.DB
	Blob     *blob.Store
	Channels *channel.Service
	Desk     *channel.Desk
	Accounts *account.Service
	Catalog  *catalog.Service
	Commerce *commerce.Service
	Till     *commerce.Till
	VOD      *vod.Service
	// Favourites are what people follow.
	Favourites *favourite.Service
	Reminders  *reminder.Service
	Clips      *clip.Service
	Leases     *lease.Service
	Positions  *position.Service
	Pictures   *picture.Service
	Media      *media.Service
	Push       *push.Service
	Geo        *geo.Locator
	Analytics  *analytics.Service

	door      *channel.Door
	payments  *payments
	revisions *revision.Tracker
	queue     *jobs.Queue
	postman   postman
	mailbox   *mail.Box // of a demo
	closers   []func() error
}

// Open makes every service on a database that it first brings up to date. Close
// releases what it opened, also after an error.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*App, error) {
	a := &App{Config: cfg, Log: log, Clock: clock.System{}, Metrics: metrics.NewSet()}
	if err := a.open(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *App) open(ctx context.Context) error {
	if err := os.MkdirAll(a.Config.Data, 0o700); err != nil {
		return fmt.Errorf("create the data folder: %w", err)
	}
	if err := a.openStores(ctx); err != nil {
		return err
	}
	locator, err := geo.Open(a.Config.GeoDB)
	if err != nil {
		return err
	}
	a.Geo = locator
	a.closers = append(a.closers, locator.Close)
	return a.openDomains(ctx)
}

func (a *App) openStores(ctx context.Context) error {
	var err error
	if a.DB, err = db.Open(ctx, a.Config.DatabaseDSN(), a.Log); err != nil {
		return err
	}
	a.closers = append(a.closers, a.DB.Close)
	if err := a.DB.Migrate(ctx); err != nil {
		return err
	}
	if err := jobs.Migrate(ctx, a.DB); err != nil {
		return err
	}
	if a.Blob, err = blob.Open(ctx, a.Config.BlobDSN()); err != nil {
		return err
	}
	a.closers = append(a.closers, a.Blob.Close)
	return nil
}

func (a *App) openDomains(ctx context.Context) error {
	secret, err := a.Config.LoadSecret()
	if err != nil {
		return err
	}
	sealer, err := channel.NewSealer(secret)
	if err != nil {
		return err
	}
	a.revisions = revision.NewTracker(a.DB.Read(), a.Clock, a.Log)
	a.Channels = channel.NewService(a.DB, a.revisions, a.Clock, sealer)
	a.Catalog = catalog.NewService(a.DB, a.revisions, a.Clock)
	a.Commerce = commerce.NewService(a.DB, a.revisions, a.Clock).Selling(saleEvents{a.Catalog, a.Channels}).Counting(totals{a})
	a.Leases = lease.New(a.DB, a.Clock)
	a.VOD = vod.NewService(a.DB, a.revisions, a.Clock)
	a.Favourites = favourite.New(favourite.Deps{DB: a.DB, Clock: a.Clock, Subjects: subjects{a.Catalog}})
	a.Positions = position.New(position.Deps{DB: a.DB, Clock: a.Clock, Subjects: watchable{a.Catalog, a.VOD}})
	a.Reminders = reminder.New(reminder.Deps{
		DB: a.DB, Clock: a.Clock, Games: games{a}, People: people{a}, Letters: letters{a}, Notes: notes{a}, Secret: secret,
	})
	factors, err := account.NewSealer(secret)
	if err != nil {
		return err
	}
	a.door = channel.NewDoor(a.Channels, social.New(social.Options{
		GoogleIssuer: a.Config.GoogleIssuer, FacebookURL: a.Config.FacebookURL, FacebookGraph: a.Config.FacebookGraph, Now: a.Clock.Now,
	}), a.Config.Site, a.Clock)
	a.Accounts = account.New(account.Deps{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Entitlements: entitlements{a.Commerce, a.Clock}, Letters: letters{a}, Queue: errands{a},
		Belongings: a.belongings(), Revocations: []account.Revocation{calendars{a.Favourites}}, Renewals: renewals{a}, Zones: sites{a}, Others: a.door, Parties: a.door, Sealer: factors,
		Passwords: account.PasswordOptions{Hasher: a.openHasher()},
	})
	if err := a.openMedia(ctx, secret); err != nil {
		return err
	}
	a.openClips()
	if err := a.openAnalytics(secret); err != nil {
		return err
	}
	if err := a.openPayments(ctx, secret); err != nil {
		return err
	}
	return a.openQueue()
}

// HashPasswords is the command that runs a password hash worker of the server.
const HashPasswords = "hash-passwords"

func (a *App) openHasher() passwordhash.Hasher {
	if a.Config.Program == "" {
		return passwordhash.InProcess{Params: passwordhash.DefaultParams()}
	}
	pool := passwordhash.NewWorkerPool([]string{a.Config.Program, HashPasswords}, passwordhash.DefaultParams(), a.Log)
	a.closers = append(a.closers, pool.Close)
	return pool
}

// openQueue prepares the queue, which enqueues on every node and runs on workers, and
// what enqueues.
func (a *App) openQueue() error {
	if err := a.openMail(); err != nil {
		return err
	}
	a.openPictures()
	if err := a.openPush(); err != nil {
		return err
	}
	var err error
	if a.queue, err = a.newQueue(); err != nil {
		return err
	}
	return a.openDesk()
}

func (a *App) openMedia(ctx context.Context, secret []byte) error {
	node, err := a.Config.NodeName()
	if err != nil {
		return err
	}
	keys, err := media.NewKeyring(string(secret))
	if err != nil {
		return err
	}
	streamKeys, err := media.NewStreamKeys(secret)
	if err != nil {
		return err
	}
	ffmpeg, err := transcode.NewTool("ffmpeg", transcode.DefaultLimits(), maxTranscodes)
	if err != nil {
		a.Log.WarnContext(ctx, "no pictures are taken from streams", "error", err)
	}
	studio, err := transcode.NewStudio(transcode.DefaultStudioLimits())
	if err != nil {
		a.Log.WarnContext(ctx, "no videos are made of uploads", "error", err)
	}
	a.Media = media.NewService(media.Deps{
		DB: a.DB, Blob: a.Blob, Clock: a.Clock, Log: a.Log, Metrics: media.NewMetrics(a.Metrics),
		Events: a.Catalog, Access: a.access(), Screens: a.access(), Delivered: a.mediaDelivered, Keys: keys, StreamKeys: streamKeys, FFmpeg: ffmpeg, CutFailed: a.cutFailed, LiveSizes: a.liveSizes, Language: a.channelLanguage,
		Studio: studio, KeepPoster: a.keepPoster, UploadArrived: a.uploadArrived, UploadReady: a.uploadReady,
	}, media.Options{Node: node, Reconnect: a.Config.Reconnect, StorePatience: a.Config.StorePatience, LiveLadders: a.liveLadders(), Scratch: filepath.Join(a.Config.Data, "scratch")})
	return a.Media.SealStreamKeys(ctx)
}

// maxTranscodes bounds how many ffmpeg processes run at once.
const maxTranscodes = 2

// liveLadders is how many live games this node makes in smaller sizes at once: as many as
// the configuration says, while one processor is left for the server.
func (a *App) liveLadders() int {
	most := runtime.NumCPU() - 1
	if a.Config.LiveLadders > most {
		a.Log.Info("fewer live games in smaller sizes: one processor is left for the server", "live_ladders", most, "configured", a.Config.LiveLadders)
	}
	return min(a.Config.LiveLadders, most)
}

// liveSizes are the smaller sizes in which a channel offers its live games.
func (a *App) liveSizes(ctx context.Context, channelID int64) ([]int, error) {
	c, err := a.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	return c.Settings.LiveLadder(), nil
}

// channelLanguage is the default language of a channel.
func (a *App) channelLanguage(ctx context.Context, channelID int64) (string, error) {
	c, err := a.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return "", err
	}
	return c.Language, nil
}

// Close releases everything that Open opened, the last first.
func (a *App) Close() error {
	var err error
	for i := len(a.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, a.closers[i]())
	}
	a.closers = nil
	return err
}
