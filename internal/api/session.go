package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerSession() {
	register(a, Operation{
		ID: "get-channel-key", Method: http.MethodGet, Path: "/keys/channel-key", Tag: "session",
		Summary: "Get the channel key of a domain", Auth: AuthNone,
		Errors: []Failure{{fault.NotFound, "channel_not_found"}},
	}, a.getChannelKey)
	register(a, Operation{
		ID: "get-api-key", Method: http.MethodPost, Path: "/api/get_api_key", Tag: "session",
		Summary: "Create an anonymous api key", Auth: AuthNone, Limit: SessionLimit,
		Class:  ClassPlayback, // nobody who comes plays anything without one
		Errors: []Failure{{fault.Invalid, "invalid_channel_key"}},
	}, a.getAPIKey)
}

func (a *API) getChannelKey(ctx context.Context, c Caller, in *channelKeyInput) (Data[channelKeyDTO], error) {
	domain := in.Domain
	if domain == "" {
		domain = c.Host
	}
	found, err := a.Channels.ChannelByHost(ctx, hostname(domain))
	if fault.KindOf(err) == fault.NotFound {
		return Data[channelKeyDTO]{}, noChannel()
	}
	if err != nil {
		return Data[channelKeyDTO]{}, err
	}
	return data(channelKeyDTO{ChannelKey: found.Key, Domain: hostname(domain), APIBase: "/api"}), nil
}

func (a *API) getAPIKey(ctx context.Context, c Caller, in *apiKeyInput) (Data[apiKeyDTO], error) {
	found, err := a.Channels.ChannelByKey(ctx, in.Body.ChannelKey)
	if fault.KindOf(err) == fault.NotFound {
		return Data[apiKeyDTO]{}, fault.OfField(fault.Invalid, "channel_key", "invalid_channel_key", "The channel key is not valid.")
	}
	if err != nil {
		return Data[apiKeyDTO]{}, err
	}
	key, session, err := a.Accounts.OpenSessionOn(ctx, found.ID, account.ReadAgent(c.Agent))
	if err != nil {
		return Data[apiKeyDTO]{}, err
	}
	return data(apiKeyDTO{APIKey: key, ChannelKey: found.Key, ExpiresAt: session.ExpiresAt}), nil
}

type channelKeyInput struct {
	Domain string `query:"domain" maxLength:"253" doc:"Host name of the site; by default the host of the request"`
}

type channelKeyDTO struct {
	ChannelKey string `json:"channel_key" doc:"Public name of the channel"`
	Domain     string `json:"domain"`
	APIBase    string `json:"api_base" doc:"Where the API's calls begin"`
}

type apiKeyInput struct {
	Body struct {
		ChannelKey string `json:"channel_key" doc:"Public name of the channel"`
	}
}

type apiKeyDTO struct {
	APIKey     string    `json:"api_key" doc:"The session's token: keep it, it is shown once"`
	ChannelKey string    `json:"channel_key"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When the key ends at the latest. One that is not used within two hours ends then, and one that is used at least seven days after its last use"`
}
