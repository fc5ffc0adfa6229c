package app

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/feed"
	"github.com/grandstand/grandstand/internal/jobs"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/web"
)

// Run serves until ctx is over, then shuts down in order: no new traffic, requests
// in flight, encoders, jobs. ready is called once everything listens.
func (a *App) Run(ctx context.Context, ready func()) error {
	edge, err := a.NewAPI()
	if err != nil {
		return err
	}
	pages, err := site.New(web.FS(), a.siteContent(edge), a.Log)
	if err != nil {
		return err
	}
	h := &health{checks: map[string]func(context.Context) error{"database": a.DB.Ping, "media_store": a.Blob.Ping}}
	failed := make(chan error, 1)
	public := api.NewServer(a.publicHandler(edge, pages, a.feeds(pages), h), a.Log)
	public.RegisterOnShutdown(edge.CloseStreams) // or they would keep it waiting
	components := a.components(public, failed)
	// Readiness is given last and taken first.
	components = append(components, component{
		name:  "readiness",
		start: func(context.Context) error { h.serving.Store(true); return nil },
		stop:  func(context.Context) error { h.serving.Store(false); return nil },
	})
	return runComponents(ctx, a.Log, a.Config.Grace, failed, components, func() {
		a.Log.InfoContext(ctx, "serving", "address", a.Config.Listen, "database", a.DB.Engine(), "roles", a.Config.Roles)
		ready()
	})
}

// NewAPI makes the HTTP edge of this process.
func (a *App) NewAPI() (*api.API, error) {
	proxies, err := a.Config.TrustedNetworks()
	if err != nil {
		return nil, err
	}
	edge, err := api.New(api.Deps{
		Log: a.Log, Clock: a.Clock, Channels: channels{a.Channels, a.Config}, Accounts: a.Accounts, Sites: a.Channels, Desk: a.Desk, Door: a.door,
		Catalog: a.Catalog, Commerce: a.Commerce, Till: a.Till, VOD: a.VOD, Favourites: a.Favourites, Reminders: a.Reminders, Pictures: a.Pictures, Push: a.Push, Geo: a.Geo, Revisions: a.revisions, EventMedia: eventMedia{a.Media}, Downloads: downloads{a}, Clips: a.Clips, Leases: a.Leases, ClipMedia: clipMedia{a.Media}, Ads: a.openAds(), Metrics: a.Metrics,
		Options: api.Options{
			TrustedProxies: proxies, AllowedOrigins: a.Config.AllowedOrigins,
			CountryHeader: a.Config.GeoHeader, RegionHeader: a.Config.GeoRegion,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the API: %w", err)
	}
	return edge, nil
}

// publicHandler is everything the public listener serves, all of it behind the edge.
func (a *App) publicHandler(edge *api.API, pages, feeds http.Handler, h *health) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", edge)
	mux.Handle("/keys/", edge)
	mux.Handle("/storage/", edge)
	files := a.Media.Handler()
	files.Locate = edge.PlaceOf
	mux.Handle("/media/", files)
	mux.Handle("POST /reminders/stop", edge)
	mux.Handle(simulatorPath+"/", a.simulatorProxy())
	mux.HandleFunc("GET /healthz", h.alive)
	mux.HandleFunc("GET /readyz", h.ready)
	for _, path := range feed.Paths() {
		mux.Handle(path, feeds)
	}
	mux.Handle("/", pages)
	return edge.Edge(mux)
}

// components lists what runs, in the order it starts.
func (a *App) components(public *http.Server, failed chan<- error) []component {
	var list []component
	if a.Config.Has(config.RoleWorker) {
		list = append(list, component{name: "jobs", start: a.queue.Start, stop: a.queue.Stop})
	}
	list = append(list, a.mediaComponent())
	if a.Config.Has(config.RoleIngest) && a.Config.RTMPListen != "" {
		list = append(list, a.rtmpComponent(failed))
	}
	if a.Config.Has(config.RoleIngest) && a.Config.SRTListen != "" {
		list = append(list, a.srtComponent(failed))
	}
	if a.Config.Has(config.RoleAPI) {
		list = append(list, httpComponent("http", a.Config.Listen, public, failed))
	}
	if a.Config.AdminListen != "" {
		admin := &http.Server{Handler: adminHandler(a.Metrics, a.mailbox), ReadHeaderTimeout: 5 * time.Second}
		list = append(list, httpComponent("admin", a.Config.AdminListen, admin, failed))
	}
	return append(list, collectorComponent(a.Log))
}

func (a *App) newQueue() (*jobs.Queue, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &pruneSessions{accounts: a.Accounts})
	river.AddWorker(workers, &pruneLeases{leases: a.Leases})
	river.AddWorker(workers, &sendReset{accounts: a.Accounts})
	river.AddWorker(workers, &eraseAccounts{accounts: a.Accounts, log: a.Log})
	river.AddWorker(workers, &finishOverdue{catalog: a.Catalog, log: a.Log})
	river.AddWorker(workers, &sendReminders{reminders: a.Reminders})
	river.AddWorker(workers, &sendMail{sender: a.sender})
	river.AddWorker(workers, &makePictures{pictures: a.Pictures})
	river.AddWorker(workers, &sendNote{push: a.Push})
	river.AddWorker(workers, &sweepPictures{pictures: a.Pictures, metrics: a.Metrics})
	river.AddWorker(workers, &makeCut{media: a.Media, clips: a.Clips, clock: a.Clock, log: a.Log})
	river.AddWorker(workers, &sweepCuts{media: a.Media})
	river.AddWorker(workers, &reapCuts{media: a.Media})
	river.AddWorker(workers, &keepRecordings{app: a})
	river.AddWorker(workers, &reapOrphans{media: a.Media, log: a.Log})
	river.AddWorker(workers, &makeUpload{media: a.Media, clock: a.Clock, log: a.Log})
	river.AddWorker(workers, &sweepUploads{media: a.Media})
	river.AddWorker(workers, &reconcile{till: a.Till})
	river.AddWorker(workers, &sendReceipt{till: a.Till})
	river.AddWorker(workers, &sendSubscriptionLetter{till: a.Till})
	river.AddWorker(workers, &payBack{till: a.Till})
	river.AddWorker(workers, &sweepPayments{till: a.Till})
	river.AddWorker(workers, &lookSubscriptions{till: a.Till})
	river.AddWorker(workers, &lookRefunds{till: a.Till})
	river.AddWorker(workers, &tidyCards{till: a.Till})
	river.AddWorker(workers, &followRenewal{till: a.Till})
	river.AddWorker(workers, &forgetCustomer{till: a.Till})
	river.AddWorker(workers, &sweepClips{clips: a.Clips})
	return jobs.New(a.DB, jobs.Options{
		Log: a.Log, Clock: a.Clock, Workers: workers, Concurrency: a.Config.Workers,
		Periodic: []*river.PeriodicJob{
			every(time.Hour, pruneSessionsArgs{}), every(24*time.Hour, eraseAccountsArgs{}), every(10*time.Minute, finishOverdueArgs{}), every(6*time.Hour, sweepPicturesArgs{}),
			every(time.Minute, sendRemindersArgs{}), every(5*time.Minute, sweepPaymentsArgs{}), every(time.Hour, lookSubscriptionsArgs{}),
			every(time.Hour, lookRefundsArgs{}), every(time.Minute, sweepCutsArgs{}), every(time.Hour, reapCutsArgs{}), every(time.Minute, sweepClipsArgs{}),
			every(time.Hour, keepRecordingsArgs{}), every(24*time.Hour, reapOrphansArgs{}), every(time.Hour, pruneLeasesArgs{}),
			every(10*time.Minute, sweepUploadsArgs{}),
		},
	})
}

// every runs a job at start-up and then once per interval, on one node at a time.
func every(interval time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) {
			return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: interval}}
		}, &river.PeriodicJobOpts{RunOnStart: true})
}
