package analytics

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// namer names sessions so that a name tells by itself when it was given, and that it was given
// here for one channel: nobody asks the database whether a session exists, and a session is good
// before its row is written. A name is a UUID of version 8 (RFC 9562, 5.8): the second, random
// bits, and a code of authentication over both and the channel.
type namer struct{ key []byte }

const (
	plainBytes  = 10 // of a name, before the code
	secondBytes = 4
)

// name names a session of a channel that begins now.
func (n namer) name(channelID int64, now time.Time) uuid.UUID {
	var id uuid.UUID
	_, _ = rand.Read(id[secondBytes:plainBytes]) // it never fails: crypto/rand ends the process instead
	binary.BigEndian.PutUint32(id[:], uint32(now.Unix()))
	id[6] = id[6]&0x0f | 0x80 // version 8
	id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
	copy(id[plainBytes:], n.code(channelID, id))
	return id
}

// begun is when a session of the channel was named, if it was.
func (n namer) begun(channelID int64, id uuid.UUID) (time.Time, bool) {
	if !hmac.Equal(id[plainBytes:], n.code(channelID, id)) {
		return time.Time{}, false
	}
	return time.Unix(int64(binary.BigEndian.Uint32(id[:])), 0).UTC(), true
}

func (n namer) code(channelID int64, id uuid.UUID) []byte {
	mac := hmac.New(sha256.New, n.key)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(channelID)))
	mac.Write(id[:plainBytes])
	return mac.Sum(nil)[:len(id)-plainBytes]
}

// Hash is what a session of a channel is opened with. It is good for as long as the session, and
// writes nothing: it is the session's name, sealed.
func (s *Service) Hash(channelID int64) string {
	return s.sealer.Seal(place(channelID), s.names.name(channelID, s.clock.Now()).String())
}

func place(channelID int64) string { return "channel " + strconv.FormatInt(channelID, 10) }

// Device is what a client says of what it runs on, in its own words.
type Device struct{ Type, UserAgent, Resolution, Platform string }

// Session is an opened session.
type Session struct {
	UUID      string
	ExpiresAt time.Time
}

// Open opens the session of a hash. Opened again, it is the same session. A hash of another
// channel, or of yesterday: Unprocessable, "invalid_hash".
func (s *Service) Open(by Reporter, hash string, d Device) (Session, error) {
	name, err := s.sealer.Open(place(by.ChannelID), hash)
	if err != nil {
		return Session{}, errBadHash()
	}
	begun, err := s.session(by.ChannelID, name)
	if err != nil {
		return Session{}, errBadHash()
	}
	if err := d.check(); err != nil {
		return Session{}, err
	}
	s.tell(fact{session: &sessionRow{
		ChannelID: by.ChannelID, UUID: name, UserID: by.UserID, OpenedMS: clock.Millis(s.clock.Now()), DeviceType: d.Type,
		UserAgent: d.UserAgent, Resolution: d.Resolution, Platform: d.Platform, Device: by.Device, Country: by.Country,
	}})
	return Session{UUID: name, ExpiresAt: begun.Add(Life)}, nil
}

// session says when a session was begun that is still good.
func (s *Service) session(channelID int64, name string) (time.Time, error) {
	id, err := uuid.Parse(name)
	if err != nil || id.String() != name {
		return time.Time{}, errNoSession()
	}
	begun, ok := s.names.begun(channelID, id)
	if now := s.clock.Now(); !ok || !now.Before(begun.Add(Life)) {
		return time.Time{}, errNoSession()
	}
	return begun, nil
}

func errBadHash() error {
	return fault.OfField(fault.Unprocessable, "session", "invalid_hash", "The session hash is no longer valid.")
}

func errNoSession() error {
	return fault.NotFoundf("session", "Session not found.")
}

// Bounds of what a client says of itself, in bytes.
const (
	maxAgent = 1024
	maxWord  = 64
)

func (d Device) check() error {
	for _, f := range []struct {
		name, value string
		most        int
	}{
		{"device_type", d.Type, maxWord}, {"user_agent", d.UserAgent, maxAgent}, {"resolution", d.Resolution, maxWord}, {"platform", d.Platform, maxWord},
	} {
		if len(f.value) > f.most {
			return tooLong(f.name, f.most)
		}
	}
	return nil
}

func tooLong(field string, most int) error {
	return fault.InvalidFields(fault.Field{Field: field, Code: "too_long", Message: fmt.Sprintf("Field length must be less than %d", most+1)})
}
