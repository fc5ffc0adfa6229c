package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/push"
)

func (a *API) registerPush() {
	register(a, Operation{
		ID: "get-push-key", Method: http.MethodGet, Path: "/api/push/key", Tag: "account",
		Summary: "Get the key to subscribe to Web Push", Auth: AuthChannel,
	}, a.getPushKey)
	register(a, Operation{
		ID: "subscribe-push", Method: http.MethodPost, Path: "/api/push/subscription", Tag: "account",
		Summary: "Subscribe this browser to notifications. The same browser again is the same subscription", Auth: AuthUser,
	}, a.subscribePush)
	register(a, Operation{
		ID: "unsubscribe-push", Method: http.MethodDelete, Path: "/api/push/subscription/{id}", Tag: "account",
		Summary: "Unsubscribe a browser from notifications", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "subscription_not_found"}},
	}, a.unsubscribePush)
	register(a, Operation{
		ID: "try-push", Method: http.MethodPost, Path: "/api/push/subscription/{id}/try", Tag: "account",
		Summary: "Send a test notification", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "subscription_not_found"}, {fault.Throttled, "too_many_attempts"}},
	}, a.tryPush)
}

func (a *API) getPushKey(context.Context, Caller, *struct{}) (Data[pushKeyDTO], error) {
	return data(pushKeyDTO{PublicKey: a.Push.PublicKey()}), nil
}

func (a *API) subscribePush(ctx context.Context, c Caller, in *subscribePushInput) (Data[pushSubscriptionDTO], error) {
	id, err := a.Push.Subscribe(ctx, c.Actor, push.Subscription{
		Endpoint: in.Body.Endpoint, P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth,
	})
	return data(pushSubscriptionDTO{ID: int64(id)}), err
}

func (a *API) unsubscribePush(ctx context.Context, c Caller, in *pushInput) (Data[pushSubscriptionDTO], error) {
	err := a.Push.Unsubscribe(ctx, c.Actor, push.SubscriptionID(in.ID.Value))
	return data(pushSubscriptionDTO{ID: in.ID.Value}), err
}

const trialNote = "Notifications from us will look like this."

// NoteIcon is the address of the picture beside a channel's notes.
func NoteIcon(s channel.Settings) string {
	const width = 192 // pixels
	return MediaURL(s.Icons[width])
}

func (a *API) tryPush(ctx context.Context, c Caller, in *tryPushInput) (Data[pushSubscriptionDTO], error) {
	site, err := a.Sites.FindByID(ctx, channel.ID(c.Channel.ID))
	if err != nil {
		return Data[pushSubscriptionDTO]{}, err
	}
	err = a.Push.Try(ctx, c.Actor, push.SubscriptionID(in.ID.Value), push.Note{
		Title: site.Name.In(c.Lang, site.Language), Body: translate(c.Lang, trialNote), Path: "/profile/notifications", Tag: "try",
		Icon: NoteIcon(site.Settings),
	})
	return data(pushSubscriptionDTO{ID: in.ID.Value}), err
}

type pushKeyDTO struct {
	PublicKey string `json:"public_key" doc:"An uncompressed point of P-256 in base64url (RFC 8292, 3.2)"`
}

type pushSubscriptionDTO struct {
	ID int64 `json:"id"`
}

type pushInput struct {
	ID PathID `path:"id"`
}

type tryPushInput struct {
	ID   PathID `path:"id"`
	Body struct{ KeyField }
}

// subscribePushInput is what PushSubscription.toJSON gives (Push API, 8.2).
type subscribePushInput struct {
	Body struct {
		KeyField

		Endpoint string `json:"endpoint,omitempty" doc:"Required"`
		Keys     struct {
			P256dh string `json:"p256dh,omitempty" doc:"Required: the browser's public key, base64url"`
			Auth   string `json:"auth,omitempty" doc:"Required: its authentication secret, base64url"`
		} `json:"keys,omitempty"`
	}
}
