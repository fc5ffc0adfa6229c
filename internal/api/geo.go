package api

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/netaddr"
)

func (a *API) registerGeo() {
	register(a, Operation{
		ID: "get-geo", Method: http.MethodGet, Path: "/api/geo", Tag: "session",
		Summary: "Get the caller's location, and whether the channel is available there", Auth: AuthKey,
	}, a.getGeo)
}

func (a *API) getGeo(_ context.Context, c Caller, _ *struct{}) (Data[geoDTO], error) {
	at := a.place(c.Address, c.Claimed)
	return data(geoDTO{
		Country: at.Name(c.Lang), CountryCode: at.Code, Region: at.RegionName(c.Lang), RegionCode: at.Region, IP: addressText(c),
		IsGeoBlocked: a.geoBlocked(c),
	}), nil
}

func addressText(c Caller) string {
	if !c.Address.IsValid() {
		return ""
	}
	return c.Address.String()
}

// claims are the headers in which proxies tell where a client is.
type claims struct{ country, region string }

// of reads a trusted proxy's claim. Whoever is not trusted may write there what they
// like, and it is not read.
func (h claims) of(r *http.Request, proxies []netip.Prefix) geo.Place {
	if h.country == "" || !isTrusted(remote(r), proxies) {
		return geo.Place{}
	}
	region := ""
	if h.region != "" {
		region = r.Header.Get(h.region)
	}
	return geo.Claim(r.Header.Get(h.country), region)
}

// place is where a client is: by a trusted proxy that knows, else by the address. The
// database lends the name, and the region where both agree on the country.
func (a *API) place(address netip.Addr, claimed geo.Place) geo.Place {
	found := a.Geo.Find(address)
	if claimed.Code == "" || claimed.Code == found.Code && claimed.Region == "" {
		return found
	}
	if claimed.Code == found.Code {
		claimed.Names = found.Names
	}
	if claimed.Region == found.Region {
		claimed.RegionNames, claimed.TownNames = found.RegionNames, found.TownNames
	}
	return claimed
}

// PlaceOf names the place that a request inside Edge comes from, as ISO 3166 does, ""
// where it is not known: for handlers outside the API.
func (a *API) PlaceOf(r *http.Request) string {
	x := exchangeFrom(r.Context())
	return a.place(x.address, x.claimed).String()
}

// AddressOf is the address that a request inside Edge comes from, seen through trusted
// proxies: for handlers outside the API.
func (a *API) AddressOf(r *http.Request) netip.Addr { return exchangeFrom(r.Context()).address }

// LimitedClient names the site that a request inside Edge comes from, an IPv4 address or an IPv6 /48, "" where
// it has no limits: for handlers outside the API. A /64 would be no bound, since one site may have 65,536 of them.
func (a *API) LimitedClient(r *http.Request) string {
	return a.limitedClient(exchangeFrom(r.Context()).address)
}

func (a *API) limitedClient(address netip.Addr) string {
	if isTrusted(address, a.edge.limits.exempt) {
		return ""
	}
	return netaddr.Site(address).String()
}

// geoBlocked reports whether the channel may not serve the caller: by the user's mark,
// or by the country of the address.
func (a *API) geoBlocked(c Caller) bool {
	if c.Session.GeoBlocked {
		return true
	}
	return len(c.Channel.BlockedCountries) > 0 && geo.Blocks(c.Channel.BlockedCountries, a.place(c.Address, c.Claimed).Country)
}

type geoDTO struct {
	Country      string `json:"country" doc:"Name in the language of the request; empty when unknown"`
	CountryCode  string `json:"country_code" doc:"ISO 3166-1 alpha-2; empty when unknown"`
	Region       string `json:"region" doc:"Name in the language of the request; empty when unknown"`
	RegionCode   string `json:"region_code" doc:"ISO 3166-2; empty when unknown"`
	IP           string `json:"ip"`
	IsGeoBlocked bool   `json:"is_geo_blocked"`
}
