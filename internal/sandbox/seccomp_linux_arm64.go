package sandbox

import "golang.org/x/sys/unix"

const (
	architecture = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0x40000000 // none
)

// oldCalls are those that newer processors never had.
func oldCalls() []uint32 { return nil }
