package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/netaddr"
)

const (
	// KnownDeviceLife is the lifetime of a device token after the last login.
	KnownDeviceLife = 180 * 24 * time.Hour
	// maxKnownUsers is the largest number of users in one device cookie.
	maxKnownUsers = 5
	// maxCookieLength is the length of the longest cookie that is read, in bytes.
	maxCookieLength = 2048
	// tokenSeparator separates the tokens of a cookie.
	tokenSeparator = "."
)

// A device that logged in before keeps a cookie with a sealed token per user (OWASP, "Slow Down
// Online Guessing Attacks with Device Cookies"). A token does not log a user in. It moves the
// device to the lane of known devices in the login queue, and wrong passwords from each known device
// are counted apart. Wrong passwords from other devices, known or unknown, therefore do not lock the
// user out.

// knownDevice is the content of a token.
type knownDevice struct {
	User     UserID `json:"user"`
	IssuedMS int64  `json:"issued_ms"`
	// Device is a random name of the device for this user. Each later token of the user on the device has the same. Tokens of
	// older versions have none.
	Device string `json:"device,omitempty"`
	// EndedMS is the user's devicesEndedMS at the login. The token is valid while the user's is the same.
	EndedMS int64 `json:"ended_ms"`
}

// RememberDevice adds a user to the device cookie after a login and returns the new cookie. Expired
// tokens and older tokens of the same user are removed. user is as the login returned it: if the
// user's sessions have ended since, the new token is not valid.
func (s *Service) RememberDevice(cookie string, user User) string {
	device := knownDevice{User: user.ID, IssuedMS: clock.Millis(s.clock.Now()), EndedMS: user.devicesEndedMS}
	var others []string
	for token, other := range s.readDevices(cookie, user.ChannelID) {
		switch {
		case other.User == user.ID:
			device.Device = other.Device
		case len(others) < maxKnownUsers-1:
			others = append(others, token)
		}
	}
	if device.Device == "" {
		device.Device = rand.Text()
	}
	return strings.Join(append([]string{s.sealDevice(user.ChannelID, device)}, others...), tokenSeparator)
}

// RenewDeviceCookie renews the device cookie of a session that goes on while the user's other sessions
// ended. It reports false if the cookie has no token of the user, or if the session has ended as well.
func (s *Service) RenewDeviceCookie(ctx context.Context, session Session, cookie string) (renewed string, kept bool, err error) {
	had := false
	for _, device := range s.readDevices(cookie, session.ChannelID) {
		had = had || device.User == session.UserID
	}
	if !had {
		return "", false, nil
	}
	// One statement reads the session and devices_ended_ms: between two, the sessions could end, and a session that has ended would get
	// a valid token.
	var row userRow
	err = s.db.Read().NewSelect().Model(&row).
		Join("JOIN sessions AS s ON s.channel_id = u.channel_id AND s.user_id = u.id").
		Where("s.channel_id = ? AND s.id = ? AND s.user_id = ?", session.ChannelID, session.ID, session.UserID).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("find the user of a session: %w", err)
	}
	return s.RememberDevice(cookie, row.user()), true, nil
}

// RecognizeDevice marks the client as a known device if its cookie has a valid token of a user
// who logs in with this login.
func (s *Service) RecognizeDevice(ctx context.Context, channelID int64, login string, client Client) (Client, error) {
	client.known = knownUsers{}
	if normal := normalizeLogin(login); !mail.IsAddress(normal) && !isPhoneLogin(normal) {
		return client, nil
	}
	devices := map[UserID]knownDevice{}
	for _, device := range s.readDevices(client.Devices, channelID) {
		devices[device.User] = device
	}
	if len(devices) == 0 {
		return client, nil
	}
	login, err := s.storedSpelling(ctx, channelID, login)
	if err != nil {
		return client, err
	}
	users, err := s.findByLogin(ctx, channelID, login, slices.Collect(maps.Keys(devices)))
	if err != nil {
		return client, err
	}
	for _, user := range users {
		device := devices[user.ID]
		if !device.isOf(user) {
			continue
		}
		if !client.Known() {
			client.known = knownUsers{login: login, device: device.Device}
		}
		client.known.ids = append(client.known.ids, user.ID)
	}
	return client, nil
}

func (d knownDevice) isOf(user User) bool {
	return d.User == user.ID && d.EndedMS == user.devicesEndedMS
}

// isKnownDevice reports whether the client is a known device of the user.
func (s *Service) isKnownDevice(client Client, user User) bool {
	for _, device := range s.readDevices(client.Devices, user.ChannelID) {
		if device.isOf(user) {
			return true
		}
	}
	return false
}

// loginKey returns the key under which wrong passwords are counted. Each known device of a user has
// a counter, which stays the same with a new token. Unknown devices share a counter for each account
// and address, and known devices share it for a phone number: several accounts may have the number, and a device that is known
// to one of them must bring no more guesses at the others. login is normalized.
func (s *Service) loginKey(channelID int64, login string, client Client) attemptKey {
	if users := client.usersOf(login); len(users) > 0 && !isPhoneLogin(login) {
		return knownDeviceKey(channelID, client, users[0])
	}
	return attemptKey{channelID, login, netaddr.Subscriber(client.Address)}
}

func knownDeviceKey(channelID int64, client Client, id UserID) attemptKey {
	return attemptKey{channelID: channelID, login: fmt.Sprintf("known device %q of user %d", client.known.device, id)}
}

// endDevices makes the tokens of a user's known devices invalid, and refuses the user's logins in
// flight (lockForLogin). The time grows with each call, also within one millisecond.
func (s *Service) endDevices(ctx context.Context, idb bun.IDB, channelID int64, id UserID) error {
	now := clock.Millis(s.clock.Now())
	_, err := idb.NewUpdate().Model((*userRow)(nil)).
		Set("devices_ended_ms = CASE WHEN devices_ended_ms < ? THEN ? ELSE devices_ended_ms + 1 END", now, now).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end known devices: %w", err)
	}
	return nil
}

// readDevices returns the tokens of a cookie that can be opened and have not expired, and their content. isOf checks whether
// the user's devices have ended since.
func (s *Service) readDevices(cookie string, channelID int64) iter.Seq2[string, knownDevice] {
	return func(yield func(string, knownDevice) bool) {
		if len(cookie) > maxCookieLength {
			return
		}
		oldest := clock.Millis(s.clock.Now().Add(-KnownDeviceLife))
		for token := range strings.SplitSeq(cookie, tokenSeparator) {
			text, err := s.sealer.Open(deviceSealContext(channelID), token)
			if err != nil {
				continue
			}
			var device knownDevice
			if json.Unmarshal([]byte(text), &device) != nil || device.User == 0 || device.IssuedMS <= oldest {
				continue
			}
			if !yield(token, device) {
				return
			}
		}
	}
}

func (s *Service) sealDevice(channelID int64, device knownDevice) string {
	text, _ := json.Marshal(device) // numbers and a text always encode
	return s.sealer.Seal(deviceSealContext(channelID), string(text))
}

func deviceSealContext(channelID int64) string {
	return fmt.Sprintf("known device of channel %d", channelID)
}
