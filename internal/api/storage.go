package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// registerStorage adds the settings file, which clients of the specification read
// before they have any key.
func (a *API) registerStorage() {
	registerHot[settingsFileInput](a, Operation{
		ID: "get-settings-file", Method: http.MethodGet, Path: "/storage/settings/{file}", Tag: "channel",
		Summary: "Get the settings of a channel as a file, <channel key>.json", Auth: AuthNone, Cache: configurationCache,
		Errors: []Failure{{fault.NotFound, "channel_not_found"}},
	}, a.getSettingsFile)
}

func (a *API) getSettingsFile(ctx context.Context, _ Caller, r *http.Request) (Encoded[Data[SettingsDTO]], error) {
	key, ok := strings.CutSuffix(r.PathValue("file"), ".json")
	if !ok || !isText(key) {
		return Encoded[Data[SettingsDTO]]{}, channel.ErrNotFound()
	}
	found, err := a.Channels.ChannelByKey(ctx, key)
	if err != nil {
		return Encoded[Data[SettingsDTO]]{}, err
	}
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		lang = text.Negotiate(r.Header.Get("Accept-Language"), found.Language)
	}
	v, err := a.view(ctx, found.ID, lang)
	if err != nil {
		return Encoded[Data[SettingsDTO]]{}, err
	}
	return v.settings.encode()
}

type settingsFileInput struct {
	File string `path:"file" pattern:"^.+\\.json$" doc:"Channel key and .json" example:"demo.json"`
}
