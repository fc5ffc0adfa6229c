package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

// downloads hands out recordings as files: commerce says to whom and counts, media lays
// the file out and signs its address.
type downloads struct{ app *App }

// Event is part of api.Downloads. The file is laid out before the use is counted: that
// takes long enough not to be done in a transaction, and can fail.
func (d downloads) Event(ctx context.Context, wish commerce.Wish, sessionID int64, name string) (api.Download, error) {
	if err := d.app.Commerce.May(ctx, wish); err != nil {
		return api.Download{}, err
	}
	stream, err := d.app.Media.FindStream(ctx, wish.ChannelID, wish.Event.ID)
	if fault.KindOf(err) == fault.NotFound {
		return api.Download{}, fault.NotFoundf("recording", "There is no recording yet.")
	}
	if err != nil {
		return api.Download{}, err
	}
	grant := media.Grant{ChannelID: wish.ChannelID, EventID: wish.Event.ID, UserID: wish.UserID, SessionID: sessionID}
	file, err := d.app.Media.SignDownload(ctx, grant, media.Source{StreamID: stream.ID}, name)
	if err != nil {
		return api.Download{}, err
	}
	err = d.app.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := d.app.Commerce.Use(ctx, tx, wish)
		return err
	})
	return api.Download(file), err
}
