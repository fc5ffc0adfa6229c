//go:build !linux

package app

import (
	"net"
	"net/http"
)

// cork does nothing where the kernel does not know MSG_MORE.
func cork(_ *http.Server, listener net.Listener) net.Listener { return listener }
