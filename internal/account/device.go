package account

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/throttle"
)

// A device without a keyboard is let in as RFC 8628 has it: it shows a code, a user who
// is logged in elsewhere types it, and the device, which asks again and again, becomes
// the user's under a key of its own.
const (
	deviceCodeLife = 10 * time.Minute
	userCodeLength = 8
	// pollInterval is how often a device is to ask, slowDown what it adds when it asked
	// too often (RFC 8628, 3.5).
	pollInterval  = 3 * time.Second
	slowDown      = 5 * time.Second
	maxDeviceName = 60 // characters
)

// Rates of asking, and of typing codes that are wrong: five for a user in the life of a
// code, and somewhat more for an address, where many users may be.
var (
	polls        = throttle.Rate{Every: 2 * time.Second, Burst: 3}
	userTries    = throttle.Rate{Every: deviceCodeLife / 5, Burst: 5}
	addressTries = throttle.Rate{Every: deviceCodeLife / 20, Burst: 20}
)

// DeviceRequest is what a device says of itself.
type DeviceRequest struct {
	Name  string // what it calls itself; may be empty
	Agent string // its User-Agent, which names it otherwise
	Place string // where it asks from: ISO 3166-1 or 3166-2, or empty
}

// DeviceCode is what a device is given.
type DeviceCode struct {
	Secret   string // what it polls with; only the device knows it
	UserCode string // what it shows, such as "BCDF-3467"
	Life     time.Duration
	Interval time.Duration
}

// Device is one that waits to be let in, as the user sees it who may do so.
type Device struct {
	UserCode  string
	Name      string // may be empty
	Place     string // may be empty
	AskedAt   time.Time
	ExpiresAt time.Time
}

// RequestDeviceCode begins to link the device of an anonymous session. A device that
// begins anew gives up what it had begun before.
func (s *Service) RequestDeviceCode(ctx context.Context, session Session, r DeviceRequest) (DeviceCode, error) {
	if session.UserID != 0 {
		return DeviceCode{}, alreadyLoggedIn()
	}
	r.Name = normalizeName(r.Name)
	if problems := checkDeviceName(r.Name); len(problems) > 0 {
		return DeviceCode{}, fault.InvalidFields(problems...)
	}
	if r.Name == "" {
		r.Name = ReadAgent(r.Agent).name()
	}
	secret, code, err := s.insertDevice(ctx, session, r)
	if err != nil {
		return DeviceCode{}, err
	}
	return DeviceCode{Secret: secret, UserCode: showTyped(code), Life: deviceCodeLife, Interval: pollInterval}, nil
}

func checkDeviceName(name string) []fault.Field {
	hidden := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
	switch {
	case utf8.RuneCountInString(name) > maxDeviceName:
		return []fault.Field{{Field: "name", Code: "too_long", Message: "Field length must be less than 61"}}
	case strings.ContainsFunc(name, hidden):
		return []fault.Field{{Field: "name", Code: "malformed", Message: "The value is not valid."}}
	}
	return nil
}

// DeviceStatus is how far linking a device is.
type DeviceStatus string

// The statuses. Only an approved device is told more, once.
const (
	DevicePending  DeviceStatus = "pending"
	DeviceSlowDown DeviceStatus = "slow_down" // pending, and asked too often
	DeviceDenied   DeviceStatus = "denied"
	DeviceExpired  DeviceStatus = "expired"
	DeviceApproved DeviceStatus = "approved"
)

// DevicePoll is the answer to a device that asks.
type DevicePoll struct {
	Status   DeviceStatus
	Interval time.Duration // until it may ask again
	Key      string        // of an approved device: its new api key
	User     User
}

// PollDevice tells a device how far it is. The first one that asks after the user said
// yes becomes the user's: its key is replaced by the one that is returned, once.
func (s *Service) PollDevice(ctx context.Context, session Session, secret string) (DevicePoll, error) {
	row, err := s.findDeviceBySecret(ctx, session, secret)
	if err != nil {
		return DevicePoll{}, err
	}
	switch row.stateAt(s.clock.Now()) {
	case statePending:
		if _, ok := s.polls.Allow(row.ID); !ok {
			return DevicePoll{Status: DeviceSlowDown, Interval: pollInterval + slowDown}, nil
		}
		return DevicePoll{Status: DevicePending, Interval: pollInterval}, nil
	case stateDenied:
		return DevicePoll{Status: DeviceDenied}, nil
	case stateApproved:
		return s.enterByDevice(ctx, session, row)
	case stateUsed, stateExpired:
	}
	return DevicePoll{Status: DeviceExpired}, nil
}

// enterByDevice makes the device's session that of the user who approved it. The user
// did so while logged in, so nothing more is asked.
func (s *Service) enterByDevice(ctx context.Context, session Session, row deviceRow) (DevicePoll, error) {
	var key string
	var user User
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		key = ""
		// The lock comes first: the end of the user's sessions refuses the device (denyApproved).
		if user, err = s.lockUser(ctx, tx, row.ChannelID, UserID(*row.UserID)); err != nil {
			return err
		}
		if id, err := s.takeDevice(ctx, tx, row); err != nil || id == 0 {
			return err
		}
		if key, _, err = s.rotate(ctx, tx, session, user.ID); err != nil {
			return err
		}
		return nameDevice(ctx, tx, session, row.Name)
	})
	if err != nil {
		return DevicePoll{}, err
	}
	if key == "" {
		return DevicePoll{Status: DeviceExpired}, nil // another poll was first
	}
	s.forget(session.hash)
	return DevicePoll{Status: DeviceApproved, Key: key, User: user}, nil
}

// FindDevice tells a user which device shows a code, before they say yes or no.
func (s *Service) FindDevice(ctx context.Context, by actor.Actor, typed string, from netip.Addr) (Device, error) {
	row, err := s.findTyped(ctx, by, typed, from)
	return row.device(), err
}

// LinkDevice lets the device that shows a code in as the user's, who is told by mail.
func (s *Service) LinkDevice(ctx context.Context, by actor.Actor, typed, language string, from netip.Addr) (Device, error) {
	row, err := s.findTyped(ctx, by, typed, from)
	if err != nil {
		return Device{}, err
	}
	user, err := s.Profile(ctx, by)
	if err != nil {
		return Device{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The lock comes first: a session that has ended meanwhile approves no device.
		if user, err = s.lockUser(ctx, tx, user.ChannelID, user.ID); err != nil {
			return err
		}
		if _, err := s.provenByFactor(ctx, by); err != nil {
			return err
		}
		if err := s.judgeDevice(ctx, tx, row, stateApproved, user.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, user, deviceLinked(user.letterLanguage(language), row.Name))
	})
	return row.device(), err
}

// DenyDevice turns the device that shows a code away.
func (s *Service) DenyDevice(ctx context.Context, by actor.Actor, typed string, from netip.Addr) error {
	row, err := s.findTyped(ctx, by, typed, from)
	if err != nil {
		return err
	}
	return s.judgeDevice(ctx, s.db.Write(), row, stateDenied, UserID(by.UserID))
}

// findTyped finds the device that waits with a code. Every look takes a permit, and only
// one that finds something gives it back: guesses made at once count as much as guesses
// made in turn, and a code of one's own buys no further guesses.
func (s *Service) findTyped(ctx context.Context, by actor.Actor, typed string, from netip.Addr) (deviceRow, error) {
	if err := by.RequireUser(); err != nil {
		return deviceRow{}, err
	}
	code, ok := readTyped(typed, userCodeLength)
	if !ok {
		return deviceRow{}, malformedCode(typed)
	}
	user := attemptKey{channelID: by.ChannelID, login: fmt.Sprintf("codes of %d", by.UserID)}
	address := attemptKey{channelID: by.ChannelID, address: netaddr.Subscriber(from)}
	wait, ok := s.userTries.Allow(user)
	if ok {
		if wait, ok = s.addressTries.Allow(address); !ok {
			s.userTries.GiveBack(user)
		}
	}
	if !ok {
		return deviceRow{}, fault.TooManyAttempts(wait)
	}
	row, err := s.findDeviceByCode(ctx, by.ChannelID, code)
	if err == nil {
		s.userTries.GiveBack(user)
		s.addressTries.GiveBack(address)
	}
	return row, err
}

func malformedCode(typed string) error {
	if typed == "" {
		return fault.InvalidFields(fault.Field{Field: "code", Code: "required", Message: "Field is required"})
	}
	return fault.InvalidFields(fault.Field{Field: "code", Code: "malformed", Message: "A code has 8 letters and digits, such as BCDF-3467."})
}

func deviceNotFound() error {
	return fault.NotFoundf("device_code", "No device shows this code. Check it and try again.")
}

func deviceExpired() error {
	return fault.New(fault.Unprocessable, "device_code_expired", "This code has expired. The device shows a new one.")
}

func deviceUsed() error {
	return fault.New(fault.Conflict, "device_code_used", "This code has already been used.")
}
