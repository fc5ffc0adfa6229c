package whiptest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/pion/interceptor"
	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"
)

// Refused is an answer other than 201.
type Refused struct {
	Status int
	Reason string
	Header http.Header
}

func (r *Refused) Error() string { return fmt.Sprintf("%d: %s", r.Status, r.Reason) }

// Encoder is one session. Whatever it loses on purpose it does not send again.
type Encoder struct {
	Session string // its address

	pc        *webrtc.PeerConnection
	video     *webrtc.TrackLocalStaticRTP
	audio     *webrtc.TrackLocalStaticRTP // nil for a silent one
	senders   []*webrtc.RTPSender
	connected chan struct{}
	gone      chan struct{}
	reading   sync.WaitGroup

	mu       sync.Mutex
	keyFrame int // how often a key frame was asked for
}

// newConnection prepares to send pictures and perhaps sound.
func newConnection(sound bool) (*Encoder, error) {
	e := &Encoder{connected: make(chan struct{}), gone: make(chan struct{})}
	media := &webrtc.MediaEngine{}
	if err := media.RegisterDefaultCodecs(); err != nil {
		return nil, err
	}
	settings := webrtc.SettingEngine{}
	settings.SetIncludeLoopbackCandidate(true)
	api := webrtc.NewAPI(webrtc.WithMediaEngine(media), webrtc.WithInterceptorRegistry(&interceptor.Registry{}), webrtc.WithSettingEngine(settings))
	var err error
	if e.pc, err = api.NewPeerConnection(webrtc.Configuration{}); err != nil {
		return nil, err
	}
	e.video, err = e.add(webrtc.RTPCodecCapability{
		MimeType: webrtc.MimeTypeH264, ClockRate: 90_000, SDPFmtpLine: "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
	}, "video")
	if err == nil && sound {
		e.audio, err = e.add(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48_000, Channels: 2}, "audio")
	}
	if err != nil {
		return nil, errors.Join(err, e.pc.Close())
	}
	var once, over sync.Once
	e.pc.OnConnectionStateChange(func(s webrtc.PeerConnectionState) {
		switch s {
		case webrtc.PeerConnectionStateConnected:
			once.Do(func() { close(e.connected) })
		case webrtc.PeerConnectionStateFailed, webrtc.PeerConnectionStateClosed:
			over.Do(func() { close(e.gone) })
		default:
		}
	})
	return e, nil
}

func (e *Encoder) add(codec webrtc.RTPCodecCapability, id string) (*webrtc.TrackLocalStaticRTP, error) {
	track, err := webrtc.NewTrackLocalStaticRTP(codec, id, "stream")
	if err != nil {
		return nil, err
	}
	transceiver, err := e.pc.AddTransceiverFromTrack(track, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionSendonly})
	if err != nil {
		return nil, err
	}
	e.senders = append(e.senders, transceiver.Sender())
	return track, nil
}

// Offer is what an encoder with sound, or without, would send.
func Offer(sound bool) (string, error) {
	e, err := newConnection(sound)
	if err != nil {
		return "", err
	}
	text, err := e.offer()
	return text, errors.Join(err, e.pc.GracefulClose())
}

func (e *Encoder) offer() (string, error) {
	offer, err := e.pc.CreateOffer(nil)
	if err != nil {
		return "", err
	}
	gathered := webrtc.GatheringCompletePromise(e.pc)
	if err := e.pc.SetLocalDescription(offer); err != nil {
		return "", err
	}
	<-gathered
	return e.pc.LocalDescription().SDP, nil
}

// Dial publishes at an address with a key as bearer token, or none where the address ends
// with it. It returns once media may be sent; a server's no is a [*Refused].
func Dial(ctx context.Context, address, key string, sound bool) (*Encoder, error) {
	e, err := newConnection(sound)
	if err != nil {
		return nil, err
	}
	if err := e.dial(ctx, address, key); err != nil {
		return nil, errors.Join(err, e.pc.GracefulClose())
	}
	for _, sender := range e.senders {
		e.reading.Go(func() { e.listen(sender) })
	}
	return e, nil
}

func (e *Encoder) dial(ctx context.Context, address, key string) error {
	text, err := e.offer()
	if err != nil {
		return err
	}
	answer, session, err := Post(ctx, address, key, "application/sdp", text)
	if err != nil {
		return err
	}
	e.Session = session
	if err := e.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer}); err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	select {
	case <-e.connected:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the answer leads nowhere: %w", ctx.Err())
	}
}

// Post sends an offer and returns the answer and the session's address.
func Post(ctx context.Context, address, key, kind, body string) (answer, session string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return "", "", err
	}
	request.Header.Set("Content-Type", kind)
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", "", err
	}
	if response.StatusCode != http.StatusCreated {
		return "", "", &Refused{response.StatusCode, string(text), response.Header}
	}
	base, err := url.Parse(address)
	if err != nil {
		return "", "", err
	}
	location, err := base.Parse(response.Header.Get("Location"))
	if err != nil {
		return "", "", err
	}
	return string(text), location.String(), nil
}

// listen counts what the server asks for.
func (e *Encoder) listen(sender *webrtc.RTPSender) {
	for {
		packets, _, err := sender.ReadRTCP()
		if err != nil {
			return
		}
		for _, p := range packets {
			if _, ok := p.(*rtcp.PictureLossIndication); ok {
				e.mu.Lock()
				e.keyFrame++
				e.mu.Unlock()
			}
		}
	}
}

// AskedForKeyFrames is how often the server has.
func (e *Encoder) AskedForKeyFrames() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.keyFrame
}

// Gone is closed when the server has ended the connection.
func (e *Encoder) Gone() <-chan struct{} { return e.gone }

// Delete ends the session as a stop button does.
func (e *Encoder) Delete(ctx context.Context) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, e.Session, http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

// Close ends the connection itself.
func (e *Encoder) Close() {
	_ = e.pc.GracefulClose()
	e.reading.Wait()
}

// Sending is how footage is sent.
type Sending struct {
	// Loop goes on until ctx is over.
	Loop bool
	// Speed is how often as fast as it plays; 1 by default.
	Speed int
	// Lose says which packets of the picture are lost, by their number.
	Lose func(n int) bool
	// Hide makes losses invisible: the numbers of packets go on.
	Hide bool
	// Clocks are where the two clocks begin.
	VideoClock, AudioClock uint32
	// Late is by how much the sound is sent after its picture.
	Late time.Duration
	// Reports has the sender tell when both were recorded (RFC 3550, 6.4.1).
	Reports bool
	// Skew is by how much too late reports say that the sound was recorded.
	Skew time.Duration
}

// step is how much footage is sent at once: a packet of sound.
const step = 20 * time.Millisecond

// Send sends footage at its own pace.
func (e *Encoder) Send(ctx context.Context, f *Footage, s Sending) error {
	p := &pace{encoder: e, footage: f, sending: s, packetizer: rtp.NewPacketizer(1200, 0, 0, &codecs.H264Payloader{}, rtp.NewFixedSequencer(65_500), 90_000)}
	ticker := time.NewTicker(step / time.Duration(max(1, s.Speed)))
	defer ticker.Stop()
	for at := time.Duration(0); ; at += step {
		done, err := p.until(at)
		if err != nil || done {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-e.gone:
			return errors.New("the server ended the connection")
		}
	}
}

// pace is how far footage has been sent.
type pace struct {
	encoder    *Encoder
	footage    *Footage
	sending    Sending
	packetizer rtp.Packetizer
	picture    int
	sound      int
	packet     int
	number     uint16
	reported   time.Duration
}

// until sends what is due at a time since the beginning.
func (p *pace) until(at time.Duration) (done bool, err error) {
	rate := time.Duration(p.footage.Rate)
	for ; time.Duration(p.picture)*time.Second/rate <= at; p.picture++ {
		if p.picture >= len(p.footage.Pictures) && !p.sending.Loop {
			return true, nil
		}
		if err := p.sendPicture(); err != nil {
			return false, err
		}
	}
	for ; p.encoder.audio != nil && time.Duration(p.sound)*step+p.sending.Late <= at; p.sound++ {
		if err := p.sendSound(); err != nil {
			return false, err
		}
	}
	if p.sending.Reports && (at == 0 || at-p.reported >= time.Second) {
		p.reported = at
		return false, p.report(at)
	}
	return false, nil
}

func (p *pace) sendPicture() error {
	at := p.sending.VideoClock + uint32(p.picture*90_000/p.footage.Rate)
	for _, packet := range p.packetizer.Packetize(p.footage.Pictures[p.picture%len(p.footage.Pictures)], 0) {
		p.packet++
		if p.sending.Lose != nil && p.sending.Lose(p.packet) {
			if p.sending.Hide {
				p.number++
			}
			continue
		}
		packet.Timestamp = at
		packet.SequenceNumber -= p.number
		if err := p.encoder.video.WriteRTP(packet); err != nil {
			return err
		}
	}
	return nil
}

func (p *pace) sendSound() error {
	if len(p.footage.Sound) == 0 {
		return nil
	}
	return p.encoder.audio.WriteRTP(&rtp.Packet{
		Header:  rtp.Header{Version: 2, SequenceNumber: uint16(p.sound), Timestamp: p.sending.AudioClock + uint32(p.sound*960)},
		Payload: p.footage.Sound[p.sound%len(p.footage.Sound)],
	})
}

// report says that both clocks began at the same time.
func (p *pace) report(at time.Duration) error {
	var reports []rtcp.Packet
	for i, sender := range p.encoder.senders {
		clock, rate, recorded := p.sending.VideoClock, 90_000, at
		if i == 1 {
			clock, rate, recorded = p.sending.AudioClock, 48_000, at+p.sending.Skew
		}
		reports = append(reports, &rtcp.SenderReport{
			SSRC: uint32(sender.GetParameters().Encodings[0].SSRC), NTPTime: ntp(recorded), RTPTime: clock + uint32(int64(at)*int64(rate)/int64(time.Second)),
		})
	}
	return p.encoder.pc.WriteRTCP(reports)
}

// ntp is a time since the beginning, as a fixed-point number of seconds since 1900.
func ntp(at time.Duration) uint64 {
	const began = 4_000_000_000 << 32 // some time in 2026
	return began + uint64(at/time.Second)<<32 + uint64(at%time.Second)<<32/uint64(time.Second)
}
