package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/picture"
)

func (a *API) registerPicture() {
	registerUpload(a, Operation{
		ID: "upload-picture", Method: http.MethodPost, Path: "/api/pictures", Tag: "operator",
		Summary: "Upload a picture to the channel. The same bytes are one picture; uploading them again returns its progress",
		Auth:    AuthUser, MaxBody: picture.MaxBytes,
		Errors: []Failure{
			{fault.Forbidden, "operator_required"},
			{fault.Throttled, "too_many_uploads"},
			{fault.Unprocessable, "not_a_picture"},
			{fault.Unprocessable, "too_many_pixels"},
			{fault.Unprocessable, "unsafe_drawing"},
			{fault.Unprocessable, "uploads_full"},
			{fault.Conflict, "picture_leaving"},
		},
	}, []string{"image/*", "application/octet-stream"}, a.uploadPicture)
	register(a, Operation{
		ID: "set-event-image", Method: http.MethodPost, Path: "/api/events/{id}/image", Tag: "operator",
		Summary: "Set the picture of an event. Pictures from its stream no longer replace it", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "event_not_found"}, {fault.NotFound, "picture_not_found"}, {fault.Forbidden, "operator_required"}},
	}, a.setEventImage)
}

func (a *API) uploadPicture(ctx context.Context, c Caller, read func() ([]byte, error)) (Data[PictureDTO], error) {
	if err := a.Pictures.MayUpload(c.Actor, c.Channel.ID); err != nil {
		return Data[PictureDTO]{}, err
	}
	content, err := read()
	if err != nil {
		return Data[PictureDTO]{}, err
	}
	up, err := a.Pictures.Upload(ctx, c.Actor, c.Channel.ID, c.Channel.Key, content)
	if err != nil {
		return Data[PictureDTO]{}, err
	}
	return data(pictureDTO(up)), nil
}

func (a *API) setEventImage(ctx context.Context, c Caller, in *eventImageInput) (Data[EventImageDTO], error) {
	id, key := catalog.EventID(in.ID.Value), keyOfAddress(in.Body.Address)
	err := a.Catalog.ChooseImage(ctx, c.Actor, c.Channel.ID, id, key, func(ctx context.Context) error {
		return a.Pictures.Use(ctx, c.Channel.ID, key)
	})
	if err != nil {
		return Data[EventImageDTO]{}, err
	}
	return data(EventImageDTO{EventID: int64(id), Image: MediaURL(key)}), nil
}

func pictureDTO(up picture.Upload) PictureDTO {
	return PictureDTO{
		Address: MediaURL(up.Key), Width: up.Width, Height: up.Height, State: up.State, Refusal: up.Refusal,
		Srcset: srcset(up.Widths), Placeholder: up.Placeholder,
	}
}

type eventImageInput struct {
	ID   PathID `path:"id"`
	Body struct {
		KeyField

		Address string `json:"address" maxLength:"600" doc:"Of a picture of the channel, as its upload told it; empty for none"`
	}
}

// PictureDTO is a picture in the channel's public media.
type PictureDTO struct {
	Address     string `json:"address" doc:"For ever the same bytes"`
	Width       int    `json:"width" doc:"In pixels; 0 where a drawing does not say"`
	Height      int    `json:"height"`
	State       string `json:"state" enum:"wanted,made,refused,kept" doc:"wanted: narrower variants are being made; made: they are there; refused: it is shown as it is, for the reason in refusal; kept: nothing is made of its kind"`
	Refusal     string `json:"refusal" doc:"For engineers, in English"`
	Srcset      string `json:"srcset" doc:"Narrower variants as HTML's srcset has them; empty until they are made"`
	Placeholder string `json:"placeholder" doc:"A data URI of a few colours to paint until the picture is there; empty when there is none"`
}

// EventImageDTO is the picture that an event is shown with.
type EventImageDTO struct {
	EventID int64  `json:"event_id"`
	Image   string `json:"image"`
}
