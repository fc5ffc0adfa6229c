package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

func (a *API) registerBootstrap() {
	part(a, Operation{
		ID: "get-channel-bootstrap-data", Method: http.MethodGet, Path: "/api/channel-bootstrap-data", Tag: "channel",
		Summary: "Everything a client needs to start, in one answer",
	}, func(v *view) *once[Data[BootstrapDTO]] { return &v.bootstrap })
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
