package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/geo"
)

func (a *API) registerDevice() {
	typed := []Failure{
		{fault.NotFound, "device_code_not_found"},
		{fault.Unprocessable, "device_code_expired"},
		{fault.Conflict, "device_code_used"},
		{fault.Throttled, "too_many_attempts"},
	}
	register(a, Operation{
		ID: "request-device-code", Method: http.MethodPost, Path: "/api/auth/device-code", Tag: "session",
		Summary: "Get a code to link this device to a user (RFC 8628)", Auth: AuthKey, Limit: SessionLimit,
		Errors: []Failure{{fault.Conflict, "already_logged_in"}},
	}, a.requestDeviceCode)
	register(a, Operation{
		ID: "poll-device-token", Method: http.MethodPost, Path: "/api/auth/device-token", Tag: "session",
		Summary: "Get whether a user linked this device, with its new api key once", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "device_code_not_found"}},
	}, a.pollDeviceToken)
	register(a, Operation{
		ID: "get-device", Method: http.MethodGet, Path: "/api/auth/device", Tag: "account",
		Summary: "Get the device that shows a code", Auth: AuthUser, Errors: typed,
	}, a.getDevice)
	register(a, Operation{
		ID: "add-session", Method: http.MethodPost, Path: "/api/auth/add_session", Tag: "account",
		Guard:   GuardCall,
		Summary: "Link the device that shows a code", Auth: AuthUser,
		Errors: append([]Failure{{fault.NotFound, "user_not_found"}}, typed...),
	}, a.addSession)
	register(a, Operation{
		ID: "deny-device", Method: http.MethodPost, Path: "/api/auth/deny_session", Tag: "account",
		Summary: "Refuse to link the device that shows a code", Auth: AuthUser, Errors: typed,
	}, a.denyDevice)
}

// linkPath is the screen on which users let devices in.
const linkPath = "/profile/device"

func (a *API) requestDeviceCode(ctx context.Context, c Caller, in *deviceCodeInput) (Data[deviceCodeDTO], error) {
	code, err := a.Accounts.RequestDeviceCode(ctx, c.Session, account.DeviceRequest{
		Name: in.Body.Name, Agent: c.Agent, Place: a.place(c.Address, c.Claimed).String(),
	})
	if err != nil {
		return Data[deviceCodeDTO]{}, err
	}
	link := c.Channel.Site + linkPath
	return data(deviceCodeDTO{
		DeviceCode: code.Secret, UserCode: code.UserCode, VerificationURL: link,
		VerificationURLComplete: link + "?" + url.Values{"code": {code.UserCode}}.Encode(),
		ExpiresIn:               int64(code.Life / time.Second), Interval: int64(code.Interval / time.Second),
	}), nil
}

func (a *API) pollDeviceToken(ctx context.Context, c Caller, in *deviceTokenInput) (Data[deviceTokenDTO], error) {
	poll, err := a.Accounts.PollDevice(ctx, c.Session, in.Body.DeviceCode)
	if err != nil {
		return Data[deviceTokenDTO]{}, err
	}
	dto := deviceTokenDTO{Status: string(poll.Status), Interval: int64(poll.Interval / time.Second)}
	if poll.Status == account.DeviceApproved {
		profile, err := a.profileOf(ctx, c, poll.User)
		if err != nil {
			return Data[deviceTokenDTO]{}, err
		}
		profile.WatchOnly = true
		dto.APIKey, dto.User = poll.Key, &profile
		a.notePlace(ctx, c)
	}
	return data(dto), nil
}

func (a *API) getDevice(ctx context.Context, c Caller, in *typedDeviceInput) (Data[deviceDTO], error) {
	d, err := a.Accounts.FindDevice(ctx, c.Actor, in.Code, c.Address)
	if err != nil {
		return Data[deviceDTO]{}, err
	}
	return data(newDeviceDTO(d)), nil
}

func (a *API) addSession(ctx context.Context, c Caller, in *addSessionInput) (Data[deviceDTO], error) {
	d, err := a.Accounts.LinkDevice(ctx, c.Actor, in.Body.Code, c.Lang, c.Address)
	if err != nil {
		return Data[deviceDTO]{}, err
	}
	return data(newDeviceDTO(d)), nil
}

func (a *API) denyDevice(ctx context.Context, c Caller, in *addSessionInput) (Data[doneDTO], error) {
	return data(doneDTO{true}), a.Accounts.DenyDevice(ctx, c.Actor, in.Body.Code, c.Address)
}

func newDeviceDTO(d account.Device) deviceDTO {
	at := geo.ParsePlace(d.Place)
	return deviceDTO{
		Code: d.UserCode, Name: d.Name, CountryCode: at.Code, RegionCode: at.Region, AskedAt: d.AskedAt, ExpiresAt: d.ExpiresAt,
	}
}

type deviceCodeInput struct {
	Body struct {
		KeyField

		Name string `json:"name,omitempty" doc:"What the device calls itself, at most 60 characters; by default what its User-Agent says"`
	}
}

type deviceCodeDTO struct {
	DeviceCode              string `json:"device_code" doc:"What the device polls with: keep it, show it to nobody"`
	UserCode                string `json:"user_code" doc:"What the device shows, such as BCDF-3467"`
	VerificationURL         string `json:"verification_url" doc:"Where the user types the code"`
	VerificationURLComplete string `json:"verification_url_complete" doc:"The same with the code in it, for a QR code"`
	ExpiresIn               int64  `json:"expires_in" doc:"Seconds until the code is worth nothing"`
	Interval                int64  `json:"interval" doc:"Seconds between two polls"`
}

type deviceTokenInput struct {
	Body struct {
		KeyField

		DeviceCode string `json:"device_code,omitempty" doc:"Required"`
	}
}

type deviceTokenDTO struct {
	Status   string      `json:"status" enum:"pending,slow_down,denied,expired,approved"`
	Interval int64       `json:"interval" doc:"Seconds until the next poll, while pending or asked to slow down"`
	APIKey   string      `json:"api_key,omitempty" doc:"Once approved: the new key, shown once; the one that was used is dead"`
	User     *ProfileDTO `json:"user,omitempty" doc:"Once approved"`
}

type typedDeviceInput struct {
	Code string `query:"code" doc:"As the device shows it; lower case and without the dash as well"`
}

type addSessionInput struct {
	Body struct {
		KeyField

		Code string `json:"code,omitempty" doc:"Required; as the device shows it, lower case and without the dash as well"`
	}
}

type deviceDTO struct {
	Code        string    `json:"code"`
	Name        string    `json:"name" doc:"What the device calls itself, or what its User-Agent says; may be empty"`
	CountryCode string    `json:"country_code" doc:"Where it asks from, ISO 3166-1 alpha-2; empty when unknown"`
	RegionCode  string    `json:"region_code" doc:"ISO 3166-2; empty when unknown"`
	AskedAt     time.Time `json:"asked_at"`
	ExpiresAt   time.Time `json:"expires_at"`
}

type doneDTO struct {
	Done bool `json:"done"`
}
