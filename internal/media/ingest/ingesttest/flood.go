package ingesttest

import (
	"net"
	"testing"
	"time"
)

// Flood sends a datagram each millisecond to an address, the first made by datagram(0), until
// the returned function is called, which returns once no more are sent.
func Flood(t *testing.T, address string, datagram func(i int) []byte) (stop func()) {
	t.Helper()
	conn, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = conn.Close() }()
		ticks := time.NewTicker(time.Millisecond)
		defer ticks.Stop()
		for i := 0; ; i++ {
			select {
			case <-over:
				return
			case <-ticks.C:
			}
			_, _ = conn.Write(datagram(i))
		}
	}()
	return func() {
		close(over)
		<-done
	}
}
