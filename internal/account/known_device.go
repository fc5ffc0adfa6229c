package account

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// KnownDeviceLife is the lifetime of a device token after the last login.
	KnownDeviceLife = 180 * 24 * time.Hour
	// maxKnownUsers is the largest number of users in one device cookie.
	maxKnownUsers = 5
	// maxCookieLength is the length of the longest cookie that is read, in bytes.
	maxCookieLength = 2048
	// betweenTokens separates the tokens of a cookie.
	betweenTokens = "."
)

// A device that logged in before keeps a cookie with a sealed token per user (OWASP, "Slow Down
// Online Guessing Attacks with Device Cookies"). A token does not log a user in. It moves the
// device to the lane of known devices in the login queue, and wrong passwords from the user's known
// devices are counted apart from those of unknown devices. Wrong passwords from unknown devices
// therefore do not lock the user out.

// knownDevice is the content of a token.
type knownDevice struct {
	User     UserID `json:"user"`
	IssuedMS int64  `json:"issued_ms"`
}

// RememberDevice adds a user to the device cookie after a login and returns the new cookie. Expired
// tokens and older tokens of the same user are removed.
func (s *Service) RememberDevice(cookie string, user User) string {
	device := knownDevice{User: user.ID, IssuedMS: max(clock.Millis(s.clock.Now()), user.devicesEndedMS+1)}
	tokens := []string{s.sealDevice(user.ChannelID, device)}
	for token, other := range s.readDevices(cookie, user.ChannelID) {
		if len(tokens) < maxKnownUsers && other.User != user.ID {
			tokens = append(tokens, token)
		}
	}
	return strings.Join(tokens, betweenTokens)
}

// HasDevice reports whether the cookie has a token of the user, even one that ended with the
// user's other sessions.
func (s *Service) HasDevice(cookie string, user User) bool {
	for _, device := range s.readDevices(cookie, user.ChannelID) {
		if device.User == user.ID {
			return true
		}
	}
	return false
}

// RecognizeDevice marks the client as a known device if its cookie has a valid token of the user
// who logs in with this login. A phone number belongs to the user who logs in with it, not to a
// user who has it as a contact.
func (s *Service) RecognizeDevice(ctx context.Context, channelID int64, login string, client Client) (Client, error) {
	client.known = knownUser{}
	login = normalizeLogin(login)
	if !isEmail(login) && !isPhoneLogin(login) {
		return client, nil
	}
	devices := maps.Collect(s.readDevices(client.Devices, channelID))
	if len(devices) == 0 {
		return client, nil
	}
	user, found, err := s.findByLogin(ctx, channelID, login)
	if err != nil || !found {
		return client, err
	}
	for _, device := range devices {
		if device.User == user.ID && device.IssuedMS > user.devicesEndedMS {
			client.known = knownUser{login: login, id: user.ID}
		}
	}
	return client, nil
}

// guesser returns the key under which wrong passwords are counted. The known devices of a user
// share one counter, so that a new token brings no new guesses. Other devices share a counter for
// each account and address. login is normalized.
func (s *Service) guesser(channelID int64, login string, client Client) attempt {
	if id := client.userOf(login); id != 0 {
		return attempt{channelID: channelID, login: fmt.Sprintf("known devices of user %d", id)}
	}
	return attempt{channelID, login, throttle.Subscriber(client.Address)}
}

// endDevices makes the tokens of a user's known devices invalid. The time grows with each call,
// since RememberDevice issues tokens after it.
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

// readDevices returns the valid tokens of a cookie and their content.
func (s *Service) readDevices(cookie string, channelID int64) iter.Seq2[string, knownDevice] {
	return func(yield func(string, knownDevice) bool) {
		if len(cookie) > maxCookieLength {
			return
		}
		oldest := clock.Millis(s.clock.Now().Add(-KnownDeviceLife))
		for token := range strings.SplitSeq(cookie, betweenTokens) {
			text, err := s.sealer.Open(devicePlace(channelID), token)
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
	text, _ := json.Marshal(device) // numbers always encode
	return s.sealer.Seal(devicePlace(channelID), string(text))
}

func devicePlace(channelID int64) string { return fmt.Sprintf("known device of channel %d", channelID) }
