package stage

import (
	"net"
	"testing"
)

// A server that is down keeps its port: no other process may get it.
func TestAPortIsReservedOnce(t *testing.T) {
	t.Parallel()
	first, err := reserve(firstPort - 1) // none that freePorts gives
	if err != nil || first == nil {
		t.Fatalf("the first lock: %v, %v", first, err)
	}
	if second, err := reserve(firstPort - 1); err != nil || second != nil {
		t.Errorf("the second lock: %v, %v", second, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := reserve(firstPort - 1)
	if err != nil || again == nil {
		t.Fatalf("after the first lock ended: %v, %v", again, err)
	}
	_ = again.Close()
}

func TestAPortWithAListenerIsNotFree(t *testing.T) {
	t.Parallel()
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer packets.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, address := range []string{packets.LocalAddr().String(), listener.Addr().String()} {
		if free, err := isFree(address); free || err != nil {
			t.Errorf("%s: free is %v, %v", address, free, err)
		}
	}
}

func TestFreePortsAreDifferentAndFree(t *testing.T) {
	t.Parallel()
	addresses, err := freePorts(20)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, address := range addresses {
		if free, err := isFree(address); !free || err != nil || seen[address] {
			t.Errorf("%s: free is %v, %v, seen before: %v", address, free, err, seen[address])
		}
		seen[address] = true
	}
}
