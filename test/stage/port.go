package stage

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Ports of servers lie below those that the system gives to outgoing connections (32768 and up on Linux): one of these
// must not take the port of a server that is about to be started again.
const firstPort, lastPort = 10_000, 32_000

// reserved holds the lock of each port that this process reserved, until the process ends.
var reserved struct {
	sync.Mutex
	locks []*os.File
}

// freePorts returns n different addresses on which nothing listens, by TCP or UDP. They are reserved until this process ends:
// no other test process gets them, also while their server is down.
func freePorts(n int) ([]string, error) {
	addresses := make([]string, 0, n)
	for len(addresses) < n {
		port := firstPort + rand.IntN(lastPort-firstPort)
		lock, err := reserve(port)
		if err != nil {
			return nil, err
		}
		if lock == nil {
			continue
		}
		address := fmt.Sprintf("127.0.0.1:%d", port)
		free, err := isFree(address)
		if err != nil || !free {
			_ = lock.Close()
		}
		if err != nil {
			return nil, err
		}
		if free {
			reserved.Lock()
			reserved.locks = append(reserved.locks, lock)
			reserved.Unlock()
			addresses = append(addresses, address)
		}
	}
	return addresses, nil
}

// reserve locks a port until the returned file is closed, nil if it is locked already. The lock is the byte at the port's
// number in a file that all test processes share (fcntl(2), open file description locks).
func reserve(port int) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(os.TempDir(), "grandstand-ports"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Start: int64(port), Len: 1})
	if err == nil {
		return file, nil
	}
	_ = file.Close()
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		return nil, nil
	}
	return nil, fmt.Errorf("reserve port %d: %w", port, err)
}

// isFree reports whether nothing listens on an address, by TCP or UDP.
func isFree(address string) (bool, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		err = listener.Close()
	}
	if err == nil {
		var packets net.PacketConn
		if packets, err = net.ListenPacket("udp", address); err == nil {
			err = packets.Close()
		}
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return false, nil
	}
	return err == nil, err
}

// FreeAddress returns an address on which nothing listens. It is reserved until this process ends.
func FreeAddress() (string, error) {
	addresses, err := freePorts(1)
	if err != nil {
		return "", err
	}
	return addresses[0], nil
}
