package rtmp_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
)

// An encoder that ends its stream in order receives the answers to all its commands and an end without a
// reset, with each command that can end a stream and with media still on the way.
func TestAnOrderlyEnd(t *testing.T) {
	call := func(name string, id float64, arguments ...[]byte) []byte {
		return message(kindCommand, 0, concat(append([][]byte{amfText(name), amfNumber(id), {5}}, arguments...)...))
	}
	everything := []string{"onFCUnpublish", "NetStream.Unpublish.Success", "_result"}
	for name, tt := range map[string]struct {
		commands [][]byte
		want     []string
	}{
		"as GStreamer":        {[][]byte{call("FCUnpublish", 4, amfText("key")), call("closeStream", 0), call("deleteStream", 5, amfNumber(1))}, everything},
		"as OBS and FFmpeg":   {[][]byte{call("FCUnpublish", 4, amfText("key")), call("deleteStream", 5, amfNumber(1))}, everything},
		"deleteStream":        {[][]byte{call("deleteStream", 0, amfNumber(1))}, []string{"NetStream.Unpublish.Success"}},
		"closeStream":         {[][]byte{call("closeStream", 0)}, []string{"NetStream.Unpublish.Success"}},
		"media that is late":  {[][]byte{call("closeStream", 0), message(kindVideo, 5000, make([]byte, 200_000)), call("FCUnpublish", 4, amfText("key"))}, everything},
		"FCUnpublish and end": {[][]byte{call("FCUnpublish", 0, amfText("key"))}, []string{"onFCUnpublish"}},
	} {
		for _, secure := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " over TLS"}[secure], func(t *testing.T) {
				var certificate *tls.Certificate
				if secure {
					certificate = selfSigned(t)
				}
				s := newStudioOver(t, certificate, nil)
				w := s.connectWire(goodKey)
				w.units(0, threeSeconds(t))
				for _, command := range tt.commands {
					w.send(command)
				}
				w.closeWrite()
				said, err := io.ReadAll(w)
				if err != nil {
					t.Errorf("the connection ended with %v", err)
				}
				for _, piece := range tt.want {
					if !strings.Contains(string(said), piece) {
						t.Errorf("%q is not in the answers", piece)
					}
				}
				_ = s.Reason(t)
				s.log.Await(t, "code=ended")
			})
		}
	}
}

// An encoder that waits for the server to close first does not wait for ever, and one that is refused
// hears why without a reset.
func TestWhoClosesFirst(t *testing.T) {
	t.Run("the server", func(t *testing.T) {
		s := newStudio(t, nil)
		w := s.connectWire(goodKey)
		w.units(0, threeSeconds(t))
		w.send(message(kindCommand, 0, concat(amfText("deleteStream"), amfNumber(5), []byte{5}, amfNumber(1))))
		if _, err := io.ReadAll(w); err != nil {
			t.Error(err)
		}
		_ = s.Reason(t)
	})
	t.Run("refused", func(t *testing.T) {
		s := newStudio(t, nil)
		w := s.connectWire("wrong-wrong-wrong-wrong")
		w.send(metadata(make([]byte, 60_000)))
		w.closeWrite()
		if said, err := io.ReadAll(w); err != nil || !strings.Contains(string(said), "no stream has this stream key") {
			t.Errorf("%q, %v", said, err)
		}
		s.log.Await(t, "code=unknown_key")
	})
}

// Connections that were refused and stay keep none out that may publish.
func TestRefusedConnectionsTakeNoSeat(t *testing.T) {
	s := newStudio(t, func(o *rtmp.Options) { o.MaxPublishers = 1 })
	for range 3 {
		s.connectWire("wrong-wrong-wrong-wrong").await([]byte("no stream has this stream key"))
	}
	s.connectWire(goodKey).await([]byte("NetStream.Publish.Start"))
}

func TestAddressesAsPeopleTypeThem(t *testing.T) {
	for name, typed := range map[string][2]string{
		"blanks":                 {" live ", " " + goodKey + "\n"},
		"slashes":                {"/live/", "/" + goodKey + "/"},
		"application in the key": {"live", "live/" + goodKey},
		"key in the application": {"live/" + goodKey, ""},
		"key alone":              {goodKey, ""},
		"query":                  {"live?a=b/c", goodKey + "?user=a"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, nil)
			w := s.connectAs(typed[0], typed[1])
			w.await([]byte("NetStream.Publish.Start"))
			w.closeWrite()
			_ = s.Reason(t)
		})
	}
	for name, typed := range map[string][2]string{"nothing": {"live", ""}, "another application": {"other", goodKey}, "two keys": {"live", goodKey + "/second"}} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, nil)
			w := s.connectAs(typed[0], typed[1])
			w.await([]byte("rtmp://<host>/")) // a header of the next chunk may follow
			w.closeWrite()
			s.log.Await(t, "code=application")
		})
	}
}

// selfSigned makes a certificate for tests.
func selfSigned(t *testing.T) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
