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
	// KnownDeviceLife is the time for which a device is known after its last login.
	KnownDeviceLife = 180 * 24 * time.Hour
	// maxKnownUsers is the number of users whose logins one device's cookie remembers.
	maxKnownUsers = 5
	// maxKnownDevices is the longest cookie that is read.
	maxKnownDevices = 2048
	// betweenTokens separates the tokens of a cookie.
	betweenTokens = "."
)

// A device that logged in before keeps a cookie with a sealed token per user (OWASP, "Slow
// Down Online Guessing Attacks with Device Cookies"). A token admits no one. It gives the
// device its own lane in the login queue and its own count of wrong passwords, so that wrong
// passwords from elsewhere do not lock its user out.

// knownDevice is the content of a token.
type knownDevice struct {
	ID        string   `json:"id"`
	Logins    []string `json:"logins"` // hashes of the user's logins
	ExpiresMS int64    `json:"expires_ms"`
}

// RememberDevice adds a user who has just logged in to a device's cookie and returns its new
// value. Tokens that are spent, or of the user's earlier logins, are dropped.
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

// KnowsDevice reports whether a user logged in with this login on the device of a cookie.
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

// guesser returns the counter of wrong passwords for a login: of a known device its own, of
// other devices that of the account and the address.
func (s *Service) guesser(channelID int64, login string, client Client) attempt {
	if id := s.deviceID(client.Devices, channelID, login); id != "" {
		return attempt{channelID: channelID, login: "device " + id + " of " + login}
	}
	return attempt{channelID, login, throttle.Subscriber(client.Address)}
}

func (d knownDevice) isOf(hash string) bool {
	return slices.Contains(d.Logins, hash)
}

// readDevices returns the valid tokens of a cookie with their content.
func (s *Service) readDevices(cookie string, channelID int64) iter.Seq2[string, knownDevice] {
	return func(yield func(string, knownDevice) bool) {
		if len(cookie) > maxKnownDevices {
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
