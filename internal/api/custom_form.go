package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerCustomForm() {
	register(a, Operation{
		ID: "get-custom-form", Method: http.MethodGet, Path: "/api/custom-forms/{alias}", Tag: "channel",
		Summary: "Get a form of the channel", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "form_not_found"}},
	}, a.getCustomForm)
	register(a, Operation{
		ID: "send-custom-form", Method: http.MethodPost, Path: "/api/custom-forms/{alias}", Tag: "channel",
		Summary: "Submit a form to the channel", Auth: AuthKey, Limit: FormLimit,
		Errors: []Failure{
			{fault.NotFound, "form_not_found"},
			{fault.Unprocessable, "form_too_fast"},
			{fault.Unprocessable, "form_expired"},
			{fault.Unprocessable, "captcha_required"},
			{fault.Unprocessable, "captcha_failed"},
			{fault.Unavailable, "captcha_unavailable"},
		},
	}, a.sendCustomForm)
}

func (a *API) getCustomForm(ctx context.Context, c Caller, in *customFormInput) (Data[CustomFormDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[CustomFormDTO]{}, err
	}
	form, err := v.site.Form(in.Alias)
	if err != nil {
		return Data[CustomFormDTO]{}, err
	}
	dto := v.customForm(form)
	dto.Opened = a.Desk.Open(v.channel.ID, form.Alias)
	if c := a.Desk.Challenge(ctx, v.channel); c != nil {
		dto.Captcha = &CaptchaDTO{SiteKey: c.SiteKey, Script: c.Script, Action: c.Action}
	}
	return data(dto), nil
}

func (a *API) sendCustomForm(ctx context.Context, c Caller, in *sendCustomFormInput) (Data[SentDTO], error) {
	err := a.Desk.Submit(ctx, channel.ID(c.Channel.ID), channel.Sent{
		Alias: in.Alias, Answers: in.Body.Values, Opened: in.Body.Opened, Trap: in.Body.Website,
		Token: in.Body.RecaptchaToken, Language: c.Lang, Address: c.Address,
	})
	if err != nil {
		return Data[SentDTO]{}, err
	}
	return data(SentDTO{Sent: true}), nil
}

func (v *view) customForm(f channel.Form) CustomFormDTO {
	dto := CustomFormDTO{
		Alias: f.Alias, Title: v.in(f.Title), Intro: v.in(f.Intro), Submit: v.in(f.Submit), Success: v.in(f.Success),
		Fields: make([]FormFieldDTO, len(f.Fields)),
	}
	for i, field := range f.Fields {
		options := make([]FormOptionDTO, len(field.Options))
		for j, o := range field.Options {
			options[j] = FormOptionDTO{Value: o.Value, Label: v.in(o.Label)}
		}
		dto.Fields[i] = FormFieldDTO{
			Name: field.Name, Type: string(field.Type), Label: v.in(field.Label), Required: field.Required,
			MinLength: field.MinLength, MaxLength: field.Longest(), Options: options,
		}
	}
	return dto
}

type customFormInput struct {
	Alias string `path:"alias" maxLength:"64"`
}

// sendCustomFormInput leaves the checks of values to the domain, which tells all
// problems at once in the specification's sentences.
type sendCustomFormInput struct {
	Alias string `path:"alias" maxLength:"64"`
	Body  struct {
		KeyField

		Values         map[string]string `json:"values,omitempty" doc:"Answers by field name; a ticked box answers \"true\""`
		Opened         string            `json:"opened,omitempty" maxLength:"100" doc:"What the form said when it was opened"`
		Website        string            `json:"website,omitempty" maxLength:"1000" doc:"Leave empty: people do not see this field"`
		RecaptchaToken string            `json:"recaptcha_token,omitempty" maxLength:"4096" doc:"Where the form asks for one"`
	}
}

// CustomFormDTO is a form as people fill it in.
type CustomFormDTO struct {
	Alias   string         `json:"alias"`
	Title   string         `json:"title"`
	Intro   string         `json:"intro" doc:"Sanitised HTML"`
	Fields  []FormFieldDTO `json:"fields"`
	Submit  string         `json:"submit" doc:"Text of the button; empty for the product's own"`
	Success string         `json:"success" doc:"What to say once it is sent; empty for the product's own"`
	Opened  string         `json:"opened" doc:"To be sent along: says when the form was opened"`
	Captcha *CaptchaDTO    `json:"captcha" doc:"How to get the recaptcha_token that must be sent along; null where none is asked for"`
}

// CaptchaDTO is what a browser needs for a token of reCAPTCHA v3.
type CaptchaDTO struct {
	SiteKey string `json:"site_key"`
	Script  string `json:"script" doc:"To be loaded with the site key as its parameter render"`
	Action  string `json:"action" doc:"To ask a token for"`
}

// FormFieldDTO is one question of a form.
type FormFieldDTO struct {
	Name      string          `json:"name"`
	Type      string          `json:"type" enum:"text,email,phone,select,checkbox,textarea"`
	Label     string          `json:"label"`
	Required  bool            `json:"required"`
	MinLength int             `json:"min_length" doc:"In characters; 0 for no bound"`
	MaxLength int             `json:"max_length" doc:"In characters"`
	Options   []FormOptionDTO `json:"options" doc:"Of a select"`
}

// FormOptionDTO is one choice of a select.
type FormOptionDTO struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// SentDTO says that a form has been taken.
type SentDTO struct {
	Sent bool `json:"sent"`
}
