package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/feed"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/transcode"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/sandbox"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/zone"
	"github.com/grandstand/grandstand/web"
)

// Run serves until ctx is over, then shuts down in order: no new traffic, requests
// in flight, encoders, jobs. ready is called once everything listens.
func (a *App) Run(ctx context.Context, ready func()) error {
	edge, pages, err := a.prepare(ctx)
	if err != nil {
		return err
	}
	h := &health{
		checks: map[string]func(context.Context) error{"database": a.DB.Ping, "media_store": a.Blob.Ping},
		rooms:  a.Config.Folders(), disk: diskOf, sandbox: sandbox.Check(), zones: zone.CurrentData(), log: a.Log,
	}
	if state := h.sandbox.String(); state != "ok" {
		a.Log.WarnContext(ctx, "ffmpeg runs in a weaker sandbox: this kernel, or a filter of system calls around this process, does not offer all of it",
			"state", state, "landlock_version", h.sandbox.Landlock, "seccomp", h.sandbox.Seccomp)
	}
	if err := a.checkZones(ctx); err != nil {
		return err
	}
	failed := make(chan error, 1)
	encoders := a.newWHIP(edge)
	public := api.NewServer(a.publicHandler(edge, pages, a.feeds(pages), encoders, h), a.Log)
	public.RegisterOnShutdown(edge.CloseStreams) // or they would keep it waiting
	components := a.components(public, encoders, h, failed)
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

// prepare makes the API and the pages. What does not need another is done beside it, since
// a start is waited for.
func (a *App) prepare(ctx context.Context) (edge *api.API, pages *site.Site, err error) {
	var files *site.Files
	beside, ctx := errgroup.WithContext(ctx)
	beside.Go(func() (err error) { files, err = site.Load(web.FS()); return err })
	beside.Go(func() error { return a.DB.Warm(ctx) })
	beside.Go(func() error { a.sweep(); return nil })
	edge, err = a.NewAPI()
	if err = errors.Join(err, beside.Wait()); err != nil {
		return nil, nil, err
	}
	pages = site.New(files, a.siteContent(edge), a.Log)
	pages.Shed(edge.EnterBrowse)
	return edge, pages, nil
}

// sweep removes what a killed server left in the system's folder for passing files. That it
// cannot is no reason not to serve.
func (a *App) sweep() {
	if err := transcode.SweepScratch(); err != nil {
		a.Log.Warn("passing files of a killed process stay", "error", err)
	}
}

// NewAPI makes the HTTP edge of this process.
func (a *App) NewAPI() (*api.API, error) {
	proxies, err := a.Config.TrustedNetworks()
	if err != nil {
		return nil, err
	}
	edge, err := api.New(api.Deps{
		Log: a.Log, Clock: a.Clock, Channels: channels{a.Channels, a.Config}, Accounts: a.Accounts, Sites: a.Channels, Desk: a.Desk, Door: a.door,
		Catalog: a.Catalog, Commerce: a.Commerce, Till: a.Till, VOD: a.VOD, Favourites: a.Favourites, Reminders: a.Reminders, Pictures: a.Pictures, Push: a.Push, Geo: a.Geo, Revisions: a.revisions, EventMedia: eventMedia{a.Media}, Schedules: schedules{a}, Downloads: downloads{a}, Clips: a.Clips, Leases: a.Leases, Positions: a.Positions, ClipMedia: clipMedia{a.Media}, Ads: a.openAds(), Analytics: a.Analytics, Metrics: a.Metrics,
		Options: api.Options{
			TrustedProxies: proxies, AllowedOrigins: a.Config.AllowedOrigins,
			CountryHeader: a.Config.GeoHeader, RegionHeader: a.Config.GeoRegion,
			AnalyticsURL: a.Config.AnalyticsURL, AnalyticsLocal: a.Config.AnalyticsLocal,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the API: %w", err)
	}
	return edge, nil
}

// publicHandler is everything the public listener serves, all of it behind the edge.
func (a *App) publicHandler(edge *api.API, pages, feeds http.Handler, encoders *whip.Server, h *health) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", edge)
	mux.Handle("/keys/", edge)
	mux.Handle("/storage/", edge)
	mux.Handle("/analytics/", edge)
	files := a.Media.Handler()
	files.Locate = edge.PlaceOf
	files.Client = edge.LimitedClient
	files.Network = func(r *http.Request) string { return netaddr.NetworkName(edge.AddressOf(r)) }
	mux.Handle("/media/", files)
	mux.Handle("GET "+site.ClipFilePath+"{id}/{file}", clipFiles{app: a, files: files, addressOf: edge.AddressOf})
	if encoders != nil {
		mux.Handle(whip.Path, encoders)
		mux.Handle(whip.Path+"/", encoders)
	}
	mux.Handle("POST /reminders/stop", edge)
	mux.Handle(simulatorPath+"/", a.simulatorProxy())
	mux.HandleFunc("GET /healthz", h.alive)
	mux.HandleFunc("GET /readyz", h.ready)
	own := ownPorts{public: a.Config.SitePort()}
	for _, path := range feed.Paths() {
		mux.Handle(path, own.only(edge.Shed(feeds)))
	}
	mux.Handle("/", own.only(pages))
	return edge.Edge(mux)
}

// components lists what runs, in the order it starts. The servers for encoders stop first, so that
// what encoders sent is stored even when another component does not stop; analytics stops last, after everything
// that reports to it.
func (a *App) components(public *http.Server, encoders *whip.Server, h *health, failed chan<- error) []component {
	list := []component{a.analyticsComponent()}
	if a.Config.Has(config.RoleWorker) {
		start := func(ctx context.Context) error {
			a.warnOfUnreachableRenewals(ctx)
			return a.queue.Start(ctx)
		}
		list = append(list, component{name: "jobs", start: start, stop: a.queue.Stop})
	}
	list = append(list, a.mediaComponent())
	var servers []component
	if a.Config.Has(config.RoleAPI) {
		servers = append(servers, httpComponent("http", a.Config.Listen, public, failed))
	}
	if a.Config.AdminListen != "" {
		admin := &http.Server{Handler: adminHandler(a.Config, a.Metrics, a.newGauges().observe, a.mailbox, h), ReadHeaderTimeout: 5 * time.Second}
		servers = append(servers, httpComponent("admin", a.Config.AdminListen, admin, failed))
	}
	return append(list, together("servers", append(servers, collectorComponent(a.Log))...), together("encoders", a.ingestComponents(encoders, failed)...))
}

// ingestComponents lists the servers that encoders send to.
func (a *App) ingestComponents(encoders *whip.Server, failed chan<- error) []component {
	var list []component
	if a.Config.Has(config.RoleIngest) && a.Config.RTMPListen != "" {
		list = append(list, a.rtmpComponent(failed))
	}
	if a.Config.Has(config.RoleIngest) && a.Config.SRTListen != "" {
		list = append(list, a.srtComponent(failed))
	}
	if encoders != nil {
		list = append(list, a.whipComponent(encoders, failed))
	}
	return list
}
