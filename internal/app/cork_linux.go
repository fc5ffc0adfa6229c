package app

import (
	"errors"
	"net"
	"net/http"
	"syscall"
)

// fullBuffer is the size of net/http's write buffer. An answer that does not fit goes out
// as one write of this size, the head in it, and one of the rest.
const fullBuffer = 4 << 10

// corked makes one packet train of such an answer: the full buffer only joins what the
// kernel will send with the next write (MSG_MORE, send(2)). Otherwise every answer over
// 4 KB wakes its reader twice, which costs a fifth of the whole request.
type corked struct {
	*net.TCPConn
	raw  syscall.RawConn
	held bool
}

// Write is part of net.Conn.
func (c *corked) Write(b []byte) (int, error) {
	if c.held = len(b) == fullBuffer; c.held {
		return c.hold(b)
	}
	return c.TCPConn.Write(b)
}

func (c *corked) hold(b []byte) (sent int, err error) {
	waited := c.raw.Write(func(fd uintptr) bool {
		for sent < len(b) {
			var n int
			n, err = syscall.SendmsgN(int(fd), b[sent:], nil, nil, syscall.MSG_MORE|syscall.MSG_NOSIGNAL)
			switch {
			case errors.Is(err, syscall.EINTR):
			case errors.Is(err, syscall.EAGAIN):
				return false
			case err != nil:
				return true
			default:
				sent += n
			}
		}
		return true
	})
	if err == nil {
		err = waited
	}
	return sent, err
}

// push sends what is held for an answer that filled the buffer to its last byte.
func (c *corked) push() {
	if c.held {
		c.held = false
		_ = c.SetNoDelay(true) // pushes, tcp(7)
	}
}

type corkedListener struct{ net.Listener }

// Accept is part of net.Listener.
func (l corkedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return conn, nil
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	return &corked{TCPConn: tcp, raw: raw}, nil
}

// cork lets server answer over listener in as few packets as there are.
func cork(server *http.Server, listener net.Listener) net.Listener {
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		if c, ok := conn.(*corked); ok && state == http.StateIdle {
			c.push()
		}
	}
	return corkedListener{listener}
}
