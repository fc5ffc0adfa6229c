package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash"
	"strings"
	"sync"
	"time"
)

// Grant is what a signed address permits: a visitor's session to watch one event of
// one channel, one medium of its VOD library or one cut, or to download an event or a
// cut, until it expires. The session's access is asked anew all the same.
type Grant struct {
	ChannelID int64
	EventID   int64  // 0 for VOD and a cut
	VODID     int64  // the medium of the library, else 0
	Source    Source // what that medium plays; none for an event, which has one stream, or a cut
	CutID     CutID  // else 0
	Download  bool   // of the whole event or cut in one file, and not to watch it
	Sound     bool   // of an event alone, without its pictures
	UserID    int64  // 0 without login
	SessionID int64
	Network   int64     // a number for the network that the address of a cut was given in; 0 where it is not known
	Player    int64     // the player whose place an address to watch is bound to; 0 for the session's own
	ExpiresAt time.Time // to the second
}

// Reasons why a token opens nothing.
var (
	errSignature = errors.New("the address is not signed by us")
	errExpired   = errors.New("the address has expired")
)

// A token begins with what it is for, which also says how it goes on.
const (
	tokenEvent    = 1
	tokenVOD      = 2
	tokenCut      = 3
	tokenDownload = 4 // of an event or a cut
	// The first two for one player.
	tokenEventPlayer = 5
	tokenVODPlayer   = 6
	// A cut with the network that its address was given in.
	tokenCutNetwork = 7
	// The sound of an event, also for one player.
	tokenSound       = 8
	tokenSoundPlayer = 9

	keyIDBytes = 2
	// macBytes is the part of HMAC-SHA256 that is kept (RFC 2104, 5: at least half).
	macBytes = 16
	maxToken = 128 // characters
)

// Keyring signs with its first key and accepts signatures of all: a key is rotated
// by putting a new one in front and dropping the old one when what it signed has
// expired. A Keyring does not change.
type Keyring struct {
	keys []signingKey
}

// signingKey keeps prepared HMACs, whose beginning depends on the key alone.
type signingKey struct {
	id   [keyIDBytes]byte
	macs *sync.Pool // of hash.Hash
}

func newSigningKey(secret string) signingKey {
	key := derive(secret, "grandstand media token")
	k := signingKey{macs: &sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}}
	copy(k.id[:], derive(secret, "grandstand media token key id"))
	return k
}

// NewKeyring derives keys from secrets, the one to sign with first.
func NewKeyring(secrets ...string) (*Keyring, error) {
	if len(secrets) == 0 {
		return nil, errors.New("media: no signing key")
	}
	ring := &Keyring{}
	for _, secret := range secrets {
		if len(secret) < sha256.Size {
			return nil, errors.New("media: a signing key is shorter than 32 characters")
		}
		ring.keys = append(ring.keys, newSigningKey(secret))
	}
	return ring, nil
}

func derive(secret, purpose string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

func (k signingKey) sign(payload []byte) [macBytes]byte {
	mac := k.macs.Get().(hash.Hash)
	defer k.macs.Put(mac)
	mac.Reset()
	mac.Write(payload)
	var sum [sha256.Size]byte
	return [macBytes]byte(mac.Sum(sum[:0]))
}

// Sign writes a grant as one path segment.
func (r *Keyring) Sign(g Grant) string {
	key := r.keys[0]
	payload := append([]byte{g.kind()}, key.id[:]...)
	for _, v := range g.values() {
		payload = binary.AppendUvarint(payload, uint64(*v))
	}
	payload = binary.AppendUvarint(payload, uint64(g.ExpiresAt.Unix()))
	mac := key.sign(payload)
	return base64.RawURLEncoding.EncodeToString(append(payload, mac[:]...))
}

// Verify reads a token that was signed by one of the ring's keys and has not
// expired at now.
func (r *Keyring) Verify(token string, now time.Time) (Grant, error) {
	if len(token) > maxToken || strings.ContainsAny(token, "\r\n") { // the decoder would skip line breaks
		return Grant{}, errSignature
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < 1+keyIDBytes+macBytes || raw[0] < tokenEvent || raw[0] > tokenSoundPlayer {
		return Grant{}, errSignature
	}
	payload, mac := raw[:len(raw)-macBytes], raw[len(raw)-macBytes:]
	if !r.signed(payload, mac) {
		return Grant{}, errSignature
	}
	g, ok := readGrant(payload[0], payload[1+keyIDBytes:])
	if !ok {
		return Grant{}, errSignature
	}
	if !now.Before(g.ExpiresAt) {
		return Grant{}, errExpired
	}
	return g, nil
}

func (r *Keyring) signed(payload, mac []byte) bool {
	for _, key := range r.keys {
		if [keyIDBytes]byte(payload[1:1+keyIDBytes]) != key.id {
			continue
		}
		if sum := key.sign(payload); hmac.Equal(sum[:], mac) {
			return true
		}
	}
	return false
}

func (g *Grant) kind() byte {
	switch {
	case g.Download:
		return tokenDownload
	case g.Sound && g.Player != 0:
		return tokenSoundPlayer
	case g.Sound:
		return tokenSound
	case g.CutID != 0 && g.Network != 0:
		return tokenCutNetwork
	case g.CutID != 0:
		return tokenCut
	case g.VODID != 0 && g.Player != 0:
		return tokenVODPlayer
	case g.VODID != 0:
		return tokenVOD
	case g.Player != 0:
		return tokenEventPlayer
	}
	return tokenEvent
}

// values are the numbers of a grant of its kind, in the order of a token, the expiry apart.
func (g *Grant) values() []*int64 {
	switch g.kind() {
	case tokenVOD:
		return []*int64{&g.ChannelID, &g.VODID, (*int64)(&g.Source.StreamID), (*int64)(&g.Source.FilmID), &g.UserID, &g.SessionID}
	case tokenVODPlayer:
		return []*int64{&g.ChannelID, &g.VODID, (*int64)(&g.Source.StreamID), (*int64)(&g.Source.FilmID), &g.UserID, &g.SessionID, &g.Player}
	case tokenEventPlayer, tokenSoundPlayer:
		return []*int64{&g.ChannelID, &g.EventID, &g.UserID, &g.SessionID, &g.Player}
	case tokenCut:
		return []*int64{&g.ChannelID, (*int64)(&g.CutID), &g.UserID, &g.SessionID}
	case tokenCutNetwork:
		return []*int64{&g.ChannelID, (*int64)(&g.CutID), &g.UserID, &g.SessionID, &g.Network}
	case tokenDownload:
		return []*int64{&g.ChannelID, &g.EventID, (*int64)(&g.CutID), &g.UserID, &g.SessionID}
	}
	return []*int64{&g.ChannelID, &g.EventID, &g.UserID, &g.SessionID}
}

func readGrant(kind byte, b []byte) (Grant, bool) {
	g := ofKind(kind)
	var expires int64
	for _, into := range append(g.values(), &expires) {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > 1<<62 {
			return Grant{}, false
		}
		*into, b = int64(v), b[n:]
	}
	g.ExpiresAt = time.Unix(expires, 0).UTC()
	return g, len(b) == 0 && g.kind() == kind && (kind != tokenDownload || (g.EventID == 0) != (g.CutID == 0))
}

// ofKind is a grant that has the values of a kind, which are still to be read.
func ofKind(kind byte) Grant {
	switch kind {
	case tokenVOD:
		return Grant{VODID: 1}
	case tokenVODPlayer:
		return Grant{VODID: 1, Player: 1}
	case tokenEventPlayer:
		return Grant{Player: 1}
	case tokenCut:
		return Grant{CutID: 1}
	case tokenCutNetwork:
		return Grant{CutID: 1, Network: 1}
	case tokenDownload:
		return Grant{Download: true}
	case tokenSound:
		return Grant{Sound: true}
	case tokenSoundPlayer:
		return Grant{Sound: true, Player: 1}
	}
	return Grant{}
}
