package api

import (
	"context"
	"net/http"
	"net/url"

	"github.com/grandstand/grandstand/internal/actor"
)

// FirstList is what a visitor is answered to a list of events, as JSON: pages carry it,
// so that what they show waits for no call. It is nil on a channel where the answer
// depends on the visitor's place, as a page is made for everybody.
func (a *API) FirstList(ctx context.Context, channelID int64, lang string, hideScores bool, query url.Values) ([]byte, error) {
	channel, err := a.Channels.ChannelByID(ctx, channelID)
	if err != nil {
		return nil, err
	}
	rules, err := a.Commerce.Blackouts(ctx, channelID)
	if err != nil || rules.Any() || len(channel.BlockedCountries) > 0 {
		return nil, err
	}
	visitor := Caller{Actor: actor.Actor{ChannelID: channelID}, Channel: channel, Lang: lang, HideScores: hideScores}
	answer, err := a.listEvents(ctx, visitor, &http.Request{URL: &url.URL{RawQuery: query.Encode()}})
	if err != nil {
		return nil, err
	}
	return answer.plain.body, nil
}
