package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/account"
)

// deviceCookie says on which accounts this device logged in before (ADR 0058). It admits no
// one, and a device without a login has none.
const deviceCookie = "grandstand_device"

// rememberDevice sets the cookie of a device on which a user has just logged in.
func (a *API) rememberDevice(ctx context.Context, c Caller, user account.User) {
	setDeviceCookie(ctx, a.Accounts.RememberDevice(c.Devices, user))
}

func setDeviceCookie(ctx context.Context, devices string) {
	x := exchangeFrom(ctx)
	x.cookie = &http.Cookie{ //nolint:gosec // Secure wherever the site is on TLS
		Name: deviceCookie, Value: devices, Path: "/api",
		MaxAge: int(account.KnownDeviceLife.Seconds()), HttpOnly: true, Secure: x.secure, SameSite: http.SameSiteLaxMode,
	}
}

// renewDeviceCookie renews the cookie of a device whose session goes on while the user's other sessions
// and known devices ended. The call has done its work by then: without a new cookie the device is
// only unknown at its next login.
func (a *API) renewDeviceCookie(ctx context.Context, c Caller) {
	devices, kept, err := a.Accounts.RenewDeviceCookie(ctx, c.Session, c.Devices)
	if err != nil {
		a.Log.WarnContext(ctx, "device cookie not renewed", "user_id", c.Actor.UserID, "error", err)
	} else if kept {
		setDeviceCookie(ctx, devices)
	}
}

// client is what a call that hashes a password says about its client.
func (c Caller) client() account.Client {
	return account.Client{Address: c.Address, Devices: c.Devices}
}
