package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

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
// device to the lane of known devices in the login queue and gives the device a separate counter of
// wrong passwords. Wrong passwords from other devices therefore do not lock the user out.

// knownDevice is the content of a token.
type knownDevice struct {
	ID        string   `json:"id"`
	Logins    []string `json:"logins"` // hashes of the user's logins
	ExpiresMS int64    `json:"expires_ms"`
}

// RememberDevice adds a user to the device cookie after a login and returns the new cookie. Expired
// tokens and older tokens of the same user are removed.
func (s *Service) RememberDevice(cookie string, user User) string {
	logins := []string{loginHash(user.Email)}
	if digits := digitsOf(user.Phone); digits != "" {
		logins = append(logins, loginHash(digits))
	}
	device := knownDevice{ID: newDeviceID(), Logins: logins, ExpiresMS: clock.Millis(s.clock.Now().Add(KnownDeviceLife))}
	tokens := []string{s.sealDevice(user.ChannelID, device)}
	for token, other := range s.readDevices(cookie, user.ChannelID) {
		if len(tokens) < maxKnownUsers && !other.isOf(logins[0]) {
			tokens = append(tokens, token)
		}
	}
	return strings.Join(tokens, betweenTokens)
}

// KnowsDevice reports whether the cookie has a valid token for the login.
func (s *Service) KnowsDevice(cookie string, channelID int64, login string) bool {
	return s.deviceID(cookie, channelID, normalizeLogin(login)) != ""
}

// deviceID returns the id of the device for one login, or "" for an unknown device. login is
// normalized.
func (s *Service) deviceID(cookie string, channelID int64, login string) string {
	if cookie == "" {
		return ""
	}
	hash := loginHash(login)
	for _, device := range s.readDevices(cookie, channelID) {
		if device.isOf(hash) {
			return device.ID
		}
	}
	return ""
}

// guesser returns the key under which wrong passwords are counted. A known device has its own
// counter. Other devices share a counter for each account and address.
func (s *Service) guesser(channelID int64, login string, client Client) attempt {
	if id := s.deviceID(client.Devices, channelID, login); id != "" {
		return attempt{channelID: channelID, login: "device " + id + " of " + login}
	}
	return attempt{channelID, login, throttle.Subscriber(client.Address)}
}

func (d knownDevice) isOf(hash string) bool {
	return slices.Contains(d.Logins, hash)
}

// readDevices returns the valid tokens of a cookie and their content.
func (s *Service) readDevices(cookie string, channelID int64) iter.Seq2[string, knownDevice] {
	return func(yield func(string, knownDevice) bool) {
		if len(cookie) > maxCookieLength {
			return
		}
		now := clock.Millis(s.clock.Now())
		for token := range strings.SplitSeq(cookie, betweenTokens) {
			text, err := s.sealer.Open(devicePlace(channelID), token)
			if err != nil {
				continue
			}
			var device knownDevice
			if json.Unmarshal([]byte(text), &device) != nil || device.ExpiresMS <= now {
				continue
			}
			if !yield(token, device) {
				return
			}
		}
	}
}

func (s *Service) sealDevice(channelID int64, device knownDevice) string {
	text, _ := json.Marshal(device) // strings and a number always encode
	return s.sealer.Seal(devicePlace(channelID), string(text))
}

func devicePlace(channelID int64) string { return fmt.Sprintf("known device of channel %d", channelID) }

func loginHash(login string) string {
	hash := sha256.Sum256([]byte(login))
	return base64.RawURLEncoding.EncodeToString(hash[:12])
}

func newDeviceID() string {
	var id [9]byte
	_, _ = rand.Read(id[:]) // it never fails: crypto/rand ends the process instead
	return base64.RawURLEncoding.EncodeToString(id[:])
}
