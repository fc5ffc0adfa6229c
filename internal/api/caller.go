package api

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Channel is what the edge must know of a channel to serve a request.
type Channel struct {
	ID               int64
	Key              string
	Name             text.Text
	Site             string // where people see it, without a slash at the end; never from a request
	Language         string
	BlockedCountries []string // ISO 3166-1 alpha-2
	Words            word.Kinds
}

// Channels finds channels. Each method answers with a NotFound fault for an unknown
// one. They are called on every request, so they answer from memory.
type Channels interface {
	ChannelByID(ctx context.Context, id int64) (Channel, error)
	ChannelByKey(ctx context.Context, key string) (Channel, error)
	ChannelByHost(ctx context.Context, host string) (Channel, error) // host without port, lower case
}

// Caller is who is calling, on which channel and in which language.
type Caller struct {
	Actor   actor.Actor
	Channel Channel
	Session account.Session // zero on calls that came without an api key
	Lang    string          // "en" or "fr"
	Address netip.Addr      // of the client; invalid when unknown
	Claimed geo.Place       // of the client, by a trusted proxy
	Host    string          // that the client asked, without port
	Devices string          // cookie of the devices that logged in before
	Agent   string          // what the client calls itself, cut to maxAgent bytes
	// HideScores says that nothing in the answer may tell how a game went.
	HideScores bool
}

// maxAgent is more than browsers say of themselves.
const maxAgent = 500

func noChannel() error {
	return fault.New(fault.NotFound, "channel_not_found", "No chanel or api key found")
}

func noAPIKey() error {
	return fault.OfField(fault.Invalid, "api_key", "no_api_key", "NO_API_KEY")
}

// invalidAPIKey says the same as the domain does for a key that opens nothing.
func invalidAPIKey() error {
	return fault.OfField(fault.Invalid, "api_key", "invalid_api_key", "The api key is not valid.")
}

// identify finds out who is calling, as far as op needs to know, and refuses callers
// that op is not for. key is the api key of the body, if the call has one.
func (a *API) identify(r *http.Request, x *exchange, op *Operation, query query, bodyKey string) error {
	x.caller.Address, x.caller.Claimed, x.caller.Host = x.address, x.claimed, hostname(r.Host)
	x.caller.Agent = r.UserAgent()
	x.caller.Agent = x.caller.Agent[:min(len(x.caller.Agent), maxAgent)]
	if len(r.Header["Cookie"]) > 0 {
		if cookie, err := r.Cookie(deviceCookie); err == nil {
			x.caller.Devices = cookie.Value
		}
	}
	if op.Auth == AuthNone {
		return nil
	}
	key, err := keyOf(r, query.apiKey, bodyKey)
	if err != nil {
		return err
	}
	if key == "" {
		if op.Auth >= AuthKey {
			return noAPIKey()
		}
		err = a.identifyChannel(r, x, query.channel)
	} else {
		err = a.identifySession(r, x, key, query.channel)
	}
	if err != nil {
		return err
	}
	x.caller.HideScores = query.spoilers == hideSpoilers || query.spoilers == "" && x.caller.Session.HideScores
	if query.lang == "" {
		x.caller.Lang = text.Negotiate(r.Header.Get("Accept-Language"), x.caller.Channel.Language)
	}
	if x.caller.Session.ByCode && !op.onDevice {
		return account.DeviceNotAllowed()
	}
	if err := permit(op, x.caller.Actor); err != nil || op.Guard != GuardCall {
		return err
	}
	return a.Accounts.RequireStepUp(r.Context(), x.caller.Actor)
}

func (a *API) identifyChannel(r *http.Request, x *exchange, key string) error {
	var err error
	if key != "" {
		x.caller.Channel, err = a.Channels.ChannelByKey(r.Context(), key)
	} else {
		x.caller.Channel, err = a.Channels.ChannelByHost(r.Context(), x.caller.Host)
	}
	if fault.KindOf(err) == fault.NotFound {
		return noChannel()
	}
	x.caller.Actor = actor.Actor{ChannelID: x.caller.Channel.ID}
	return err
}

// identifySession opens the session of an api key. A key is bound to its channel, so
// naming another one with it is a wrong key.
func (a *API) identifySession(r *http.Request, x *exchange, key, channelKey string) error {
	session, err := a.Accounts.FindSession(r.Context(), key)
	if err != nil {
		return err
	}
	x.caller.Session, x.caller.Actor = session, session.Actor()
	x.caller.Channel, err = a.Channels.ChannelByID(r.Context(), session.ChannelID)
	if fault.KindOf(err) == fault.NotFound || err == nil && channelKey != "" && channelKey != x.caller.Channel.Key {
		return invalidAPIKey()
	}
	return err
}

// permit refuses visitors on calls for users, and users who must first change a
// temporary password.
func permit(op *Operation, by actor.Actor) error {
	if op.Auth == AuthUser {
		if err := by.RequireUser(); err != nil {
			return err
		}
	}
	if by.MustChangePassword && op.Auth >= AuthKey && !op.WhileTemporary {
		return fault.New(fault.Forbidden, "password_change_required", "Please change your temporary password first.")
	}
	return nil
}

// keyOf finds the one api key of a request, wherever it was put.
func keyOf(r *http.Request, inQuery, inBody string) (string, error) {
	key := inQuery
	for _, other := range [...]string{inBody, bearer(r)} {
		if other != "" && key != "" && other != key {
			return "", fault.OfField(fault.Invalid, "api_key", "conflicting_api_keys", "The request carries two different api keys.")
		}
		if other != "" {
			key = other
		}
	}
	return key, nil
}

// bearer is the token of an Authorization header (RFC 6750, 2.1).
func bearer(r *http.Request) string {
	const scheme = "bearer "
	header := r.Header.Get("Authorization")
	if len(header) < len(scheme) || !strings.EqualFold(header[:len(scheme)], scheme) {
		return ""
	}
	return strings.TrimSpace(header[len(scheme):])
}

// hostname is a Host header without its port, in lower case.
func hostname(host string) string {
	if strings.IndexByte(host, ':') >= 0 {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}
