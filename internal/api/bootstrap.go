package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/grandstand/grandstand/internal/commerce"
)

func (a *API) registerBootstrap() {
	registerHot[struct{}](a, Operation{
		ID: "get-channel-bootstrap-data", Method: http.MethodGet, Path: "/api/channel-bootstrap-data", Tag: "channel",
		Summary: "Get everything that a client needs to start, in one response", Auth: AuthChannel, Cache: configurationCache,
	}, a.getBootstrap)
}

// getBootstrap answers everybody alike who asks without an api key, as the specification's
// clients do; users are told what of the offers is theirs.
func (a *API) getBootstrap(ctx context.Context, c Caller, _ *http.Request) (Encoded[Data[BootstrapDTO]], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[Data[BootstrapDTO]]{}, err
	}
	if !c.Actor.IsUser() {
		return v.bootstrap.encode()
	}
	bought, err := a.boughtBy(ctx, c)
	if err != nil {
		return Encoded[Data[BootstrapDTO]]{}, err
	}
	own := v.bootstrap.body.Data
	if own.Packages, err = a.ownOffers(ctx, v, commerce.KindPackage, bought); err != nil {
		return Encoded[Data[BootstrapDTO]]{}, err
	}
	if own.Subscriptions, err = a.ownOffers(ctx, v, commerce.KindSubscription, bought); err != nil {
		return Encoded[Data[BootstrapDTO]]{}, err
	}
	payload, err := a.encodeBriefly(data(own))
	return Encoded[Data[BootstrapDTO]]{payload}, err
}

// Bootstrap is the data of channel-bootstrap-data as JSON, for pages that carry it.
func (a *API) Bootstrap(ctx context.Context, channelID int64, lang string) ([]byte, error) {
	v, err := a.view(ctx, channelID, lang)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(v.bootstrap.body.Data)
	if err != nil {
		return nil, fmt.Errorf("encode bootstrap data: %w", err)
	}
	return encoded, nil
}

// BootstrapDTO holds, under each key, exactly what the call of that name answers.
type BootstrapDTO struct {
	ColorSettings ColorSettings     `json:"color-settings"`
	Categories    []CategoryDTO     `json:"events-categories"`
	Locations     []LocationDTO     `json:"events-locations"`
	FAQ           []QuestionDTO     `json:"faq"`
	Menu          []MenuItemDTO     `json:"menu"`
	Packages      []PackageDTO      `json:"packages"`
	Pages         []PageDTO         `json:"pages"`
	Groups        []GroupDTO        `json:"participant-groups"`
	Settings      SettingsDTO       `json:"settings"`
	Slides        []SlideDTO        `json:"slides"`
	Subscriptions []PackageDTO      `json:"subscriptions"`
	Properties    PropertiesDTO     `json:"participant-group-properties"`
	StaticBlocks  map[string]string `json:"static_blocks"`
}
