package whip

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pion/ice/v4"
	"github.com/pion/interceptor"
	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// kind is which track something belongs to.
type kind int

const (
	picture kind = iota
	sound
	kinds
)

// event is what came from the network: a packet, or a sender's report about its clock.
type event struct {
	kind   kind
	packet *rtp.Packet
	report *report
	at     time.Time
}

// backlog is how many packets may wait for a database or disk that is slow for a moment,
// about 5 MB. The library below keeps another megabyte of each track, and then drops.
const backlog = 4096

// replayWindow is how far back a packet may be that comes a second time because it was
// asked for (RFC 3711, 3.3.2); by default it is 64, a tenth of a second of a good picture.
const replayWindow = 4096

// Times of ICE. Consent (RFC 7675) is lost after the first two together; an encoder that is
// idle is ended before.
const (
	iceDisconnected = 5 * time.Second
	iceFailed       = 10 * time.Second
	iceKeepalive    = 2 * time.Second
)

// peer is one WebRTC connection that receives.
type peer struct {
	pc     *webrtc.PeerConnection
	now    func() time.Time
	events chan event
	fail   func(reason error)
	done   chan struct{}

	mu      sync.Mutex
	closed  bool
	reading sync.WaitGroup
	sources [kinds]webrtc.SSRC // of the tracks, once they are known
}

// answer makes a connection for an offer and its answer, with every candidate in it, as
// encoders that know no others need it. fail is called when the connection is over, from
// any goroutine and more than once.
func (s *Server) answer(ctx context.Context, l *Listener, o *offer, fail func(reason error)) (*peer, string, error) {
	api, err := s.api(l)
	if err != nil {
		return nil, "", err
	}
	pc, err := api.NewPeerConnection(webrtc.Configuration{BundlePolicy: webrtc.BundlePolicyMaxBundle})
	if err != nil {
		return nil, "", fmt.Errorf("make a WebRTC connection: %w", err)
	}
	p := &peer{pc: pc, now: s.options.Clock.Now, events: make(chan event, backlog), fail: fail, done: make(chan struct{})}
	pc.OnTrack(p.track)
	pc.OnConnectionStateChange(p.changed)
	text, err := p.negotiate(ctx, o)
	if err != nil {
		p.close()
		return nil, "", err
	}
	return p, text, nil
}

func (p *peer) negotiate(ctx context.Context, o *offer) (string, error) {
	if err := p.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: o.text}); err != nil {
		return "", fmt.Errorf("%w (%w)", errOffer, err)
	}
	answer, err := p.pc.CreateAnswer(nil)
	if err != nil {
		return "", fmt.Errorf("%w (%w)", errOffer, err)
	}
	gathered := webrtc.GatheringCompletePromise(p.pc)
	if err := p.pc.SetLocalDescription(answer); err != nil {
		return "", fmt.Errorf("answer an offer: %w", err)
	}
	select {
	case <-gathered:
	case <-ctx.Done():
		return "", ingest.ErrShutdown
	}
	return p.pc.LocalDescription().SDP, nil
}

// changed is told how the connection is. That it was closed from this side is no news.
func (p *peer) changed(state webrtc.PeerConnectionState) {
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if closed {
		return
	}
	switch state {
	case webrtc.PeerConnectionStateFailed, webrtc.PeerConnectionStateClosed:
		p.fail(errGone)
	default:
	}
}

// track reads one track until it ends. It is called in a goroutine of its own.
func (p *peer) track(track *webrtc.TrackRemote, receiver *webrtc.RTPReceiver) {
	k := sound
	if track.Kind() == webrtc.RTPCodecTypeVideo {
		k = picture
	}
	if !p.enter(k, track.SSRC()) {
		return
	}
	defer p.reading.Done()
	defer p.contain()
	p.reading.Go(func() {
		defer p.contain()
		p.readReports(k, track.SSRC(), receiver)
	})
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		if !p.tell(event{kind: k, packet: packet, at: p.now()}) {
			return
		}
	}
}

// enter counts a reader in, unless the connection is over, or the track is a second one of
// its kind, which was not in the offer.
func (p *peer) enter(k kind, ssrc webrtc.SSRC) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.sources[k] != 0 {
		return false
	}
	p.reading.Add(1)
	p.sources[k] = ssrc
	return true
}

// contain keeps a fault in the libraries below from ending the process.
func (p *peer) contain() {
	if fault := recover(); fault != nil {
		p.fail(fmt.Errorf("%w: %v", ingest.ErrPanic, fault))
	}
}

// readReports reads what the sender says about its clock.
func (p *peer) readReports(k kind, ssrc webrtc.SSRC, receiver *webrtc.RTPReceiver) {
	for {
		packets, _, err := receiver.ReadRTCP()
		if err != nil {
			return
		}
		for _, packet := range packets {
			r, ok := packet.(*rtcp.SenderReport)
			if !ok || r.SSRC != uint32(ssrc) || r.NTPTime == 0 {
				continue
			}
			if !p.tell(event{kind: k, report: &report{ntp: r.NTPTime, rtp: r.RTPTime}, at: p.now()}) {
				return
			}
		}
	}
}

func (p *peer) tell(e event) bool {
	select {
	case p.events <- e:
		return true
	case <-p.done:
		return false
	}
}

// askForKeyFrame sends a picture loss indication (RFC 4585, 6.3.1).
func (p *peer) askForKeyFrame() {
	p.mu.Lock()
	ssrc := p.sources[picture]
	p.mu.Unlock()
	if ssrc != 0 {
		_ = p.pc.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(ssrc)}}) // it is asked again
	}
}

// close ends the connection and waits until nobody reads from it.
func (p *peer) close() {
	p.mu.Lock()
	closed := p.closed
	p.closed = true
	p.mu.Unlock()
	if closed {
		return
	}
	close(p.done)
	_ = p.pc.GracefulClose()
	p.reading.Wait()
}

// api is the library, set to receive H.264 and Opus through the one port.
func (s *Server) api(l *Listener) (*webrtc.API, error) {
	media := &webrtc.MediaEngine{}
	registry := &interceptor.Registry{}
	if err := errors.Join(
		registerCodecs(media),
		webrtc.ConfigureNack(media, registry),
		webrtc.ConfigureRTCPReports(registry),
		webrtc.ConfigureTWCCSender(media, registry),
	); err != nil {
		return nil, fmt.Errorf("prepare WebRTC: %w", err)
	}
	settings, err := s.settings(l)
	if err != nil {
		return nil, err
	}
	return webrtc.NewAPI(webrtc.WithMediaEngine(media), webrtc.WithInterceptorRegistry(registry), webrtc.WithSettingEngine(settings)), nil
}

func (s *Server) settings(l *Listener) (webrtc.SettingEngine, error) {
	e := webrtc.SettingEngine{LoggerFactory: logs{s.options.Log}}
	e.SetLite(true)
	e.SetICEUDPMux(l.mux)
	e.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4, webrtc.NetworkTypeUDP6})
	e.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	e.SetIncludeLoopbackCandidate(l.isLoopback())
	e.SetICETimeouts(iceDisconnected, iceFailed, iceKeepalive)
	e.SetSRTPReplayProtectionWindow(replayWindow)
	if err := e.SetAnsweringDTLSRole(webrtc.DTLSRoleServer); err != nil { // RFC 9725, 4.4.4
		return e, fmt.Errorf("prepare WebRTC: %w", err)
	}
	if len(s.options.Addresses) == 0 {
		return e, nil
	}
	if err := e.SetICEAddressRewriteRules(webrtc.ICEAddressRewriteRule{
		External: s.options.Addresses, AsCandidateType: webrtc.ICECandidateTypeHost, Mode: webrtc.ICEAddressRewriteReplace,
	}); err != nil {
		return e, fmt.Errorf("addresses of the WHIP port: %w", err)
	}
	return e, nil
}

// profiles of H.264 that encoders offer, as the first two bytes of RFC 6184's profile-level-id,
// 8.1: baseline and constrained baseline in its two spellings, main, high, and constrained high.
// The answer repeats the offer's level.
func profiles() []string {
	return []string{"42e01f", "42c01f", "42001f", "4d001f", "4d401f", "64001f", "640c1f"}
}

func registerCodecs(media *webrtc.MediaEngine) error {
	const first = 96 // of the dynamic payload types (RFC 3551, 6); an answer has the offer's
	for i, profile := range profiles() {
		codec := webrtc.RTPCodecParameters{
			RTPCodecCapability: webrtc.RTPCodecCapability{
				MimeType: webrtc.MimeTypeH264, ClockRate: 90_000,
				SDPFmtpLine: "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=" + profile,
			},
			PayloadType: webrtc.PayloadType(first + i),
		}
		if err := media.RegisterCodec(codec, webrtc.RTPCodecTypeVideo); err != nil {
			return err
		}
	}
	if err := media.RegisterCodec(webrtc.RTPCodecParameters{
		RTPCodecCapability: webrtc.RTPCodecCapability{
			MimeType: webrtc.MimeTypeOpus, ClockRate: opusRate, Channels: 2, SDPFmtpLine: "minptime=10;useinbandfec=1;stereo=1",
		},
		PayloadType: first + 20,
	}, webrtc.RTPCodecTypeAudio); err != nil {
		return err
	}
	for _, k := range []webrtc.RTPCodecType{webrtc.RTPCodecTypeVideo, webrtc.RTPCodecTypeAudio} {
		if err := media.RegisterHeaderExtension(webrtc.RTPHeaderExtensionCapability{URI: midExtension}, k); err != nil {
			return err
		}
	}
	return nil
}

// midExtension tells which section of the offer a packet belongs to (RFC 9143, 15).
const midExtension = "urn:ietf:params:rtp-hdrext:sdes:mid"
