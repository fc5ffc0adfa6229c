package api

import (
	"errors"
	"io"
	"net/http"

	"github.com/grandstand/grandstand/internal/fault"
)

// maxWebhook is more than any event of the provider has, in bytes.
const maxWebhook = 256 << 10

// hearProvider takes the payment provider's webhooks ("Receive Stripe events in your webhook
// endpoint"). It is no call of clients: who sends it is known by its signature, over the
// body as it came. 200 is for what was taken, also again; anything else has it sent again.
func (a *API) hearProvider(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
	if err != nil {
		a.fail(w, r, webhookBodyError(err))
		return
	}
	c, err := a.Channels.ChannelByKey(r.Context(), r.PathValue("channel_key"))
	if err == nil {
		err = a.Till.Hear(r.Context(), c.ID, body, r.Header.Get("Stripe-Signature"))
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func webhookBodyError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge()
	}
	return fault.Wrap(err, fault.Invalid, "invalid_body", "The body could not be read.")
}
