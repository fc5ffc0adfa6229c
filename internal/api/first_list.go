package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/grandstand/grandstand/internal/actor"
)

// FirstList is what a visitor is answered to a list of events, as JSON: pages carry it,
// so that what they show waits for no call. It is nil where the answer depends on the
// visitor's place, as a page is made for everybody.
func (a *API) FirstList(ctx context.Context, channelID int64, lang string, hideScores bool, query url.Values) ([]byte, error) {
	channel, err := a.Channels.ChannelByID(ctx, channelID)
	if err != nil {
		return nil, err
	}
	if len(channel.BlockedCountries) > 0 {
		return nil, nil
	}
	visitor := Caller{Actor: actor.Actor{ChannelID: channelID}, Channel: channel, Lang: lang, HideScores: hideScores}
	answer, err := a.listEvents(ctx, visitor, &http.Request{URL: &url.URL{RawQuery: query.Encode()}})
	if err != nil {
		return nil, err
	}
	body := answer.plain.body
	if anywhere, err := a.isAlikeAnywhere(ctx, channelID, body); err != nil || !anywhere {
		return nil, err
	}
	return body, nil
}

// isAlikeAnywhere tells of an answer whether no event in it has rules about places.
func (a *API) isAlikeAnywhere(ctx context.Context, channelID int64, answer []byte) (bool, error) {
	rules, err := a.Commerce.Blackouts(ctx, channelID)
	if err != nil || !rules.Any() {
		return err == nil, err
	}
	var list struct {
		Data []struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return false, fmt.Errorf("read a list of events: %w", err)
	}
	for _, event := range list.Data {
		if len(rules.Of(event.ID)) > 0 {
			return false, nil
		}
	}
	return true, nil
}
