package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/geo"
)

func (a *API) registerGeo() {
	register(a, Operation{
		ID: "get-geo", Method: http.MethodGet, Path: "/api/geo", Tag: "session",
		Summary: "Where the caller seems to be, and whether the channel may serve there", Auth: AuthKey,
	}, a.getGeo)
}

func (a *API) getGeo(_ context.Context, c Caller, _ *struct{}) (Data[geoDTO], error) {
	country := a.Geo.Find(c.Address)
	return data(geoDTO{
		Country: country.Name(c.Lang), CountryCode: country.Code, IP: addressText(c),
		IsGeoBlocked: a.geoBlocked(c),
	}), nil
}

func addressText(c Caller) string {
	if !c.Address.IsValid() {
		return ""
	}
	return c.Address.String()
}

// geoBlocked reports whether the channel may not serve the caller: by the user's mark,
// or by the country of the address.
func (a *API) geoBlocked(c Caller) bool {
	if c.Session.GeoBlocked {
		return true
	}
	return len(c.Channel.BlockedCountries) > 0 && geo.Blocks(c.Channel.BlockedCountries, a.Geo.Find(c.Address))
}

type geoDTO struct {
	Country      string `json:"country" doc:"Name in the language of the request; empty when unknown"`
	CountryCode  string `json:"country_code" doc:"ISO 3166-1 alpha-2; empty when unknown"`
	IP           string `json:"ip"`
	IsGeoBlocked bool   `json:"is_geo_blocked"`
}
