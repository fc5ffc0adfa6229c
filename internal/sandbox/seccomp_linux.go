package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data (seccomp(2)). Both processors that are known here are little-endian: the lower half of an
// argument comes first.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArg0 = 16
)

// refuse makes a call fail with an error.
func refuse(errno unix.Errno) unix.SockFilter {
	return instruct(unix.BPF_RET|unix.BPF_K, unix.SECCOMP_RET_ERRNO|uint32(errno))
}

func instruct(code uint16, k uint32) unix.SockFilter { return unix.SockFilter{Code: code, K: k} }

func load(offset uint32) unix.SockFilter {
	return instruct(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset)
}

// test skips yes instructions where the loaded value passes, and no where it does not.
func test(code uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | code, Jt: yes, Jf: no, K: k}
}

// socketCalls open sockets. Datagrams and UNIX sockets are outside Landlock's reach on most kernels.
func socketCalls() []uint32 { return []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} }

// refusedCalls are what no decoder needs. They change files by path without opening them, reach other processes of the same
// user, or are old ways out of sandboxes.
func refusedCalls() []uint32 {
	return []uint32{
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
		unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
		unix.SYS_INOTIFY_ADD_WATCH, unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT,
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP,
		unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
		unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET,
		unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_SETSID, unix.SYS_SETPGID,
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
		unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
		unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN,
	}
}

// ownCalls are allowed on the process itself: an abort sends it a signal.
func ownCalls() []uint32 { return []uint32{unix.SYS_KILL, unix.SYS_TGKILL, unix.SYS_PRLIMIT64} }

// filter is a program for seccomp. Threads are made, processes are not: a process would outlive the end that the server makes
// of the program.
func filter(pid uint32, network bool) []unix.SockFilter {
	forbidden := refuse(unix.EPERM)
	allow := instruct(unix.BPF_RET|unix.BPF_K, unix.SECCOMP_RET_ALLOW)
	out := []unix.SockFilter{
		load(offsetArch), test(unix.BPF_JEQ, architecture, 1, 0), forbidden, // a call by another processor's numbers
		load(offsetCall), test(unix.BPF_JGE, foreignCalls, 0, 1), forbidden,
		// The flags of clone3 lie in memory, which a filter does not see: without it the C library uses clone.
		test(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), refuse(unix.ENOSYS),
		test(unix.BPF_JEQ, unix.SYS_CLONE, 0, 4), load(offsetArg0), test(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), forbidden, allow,
	}
	for _, call := range ownCalls() {
		out = append(out, test(unix.BPF_JEQ, call, 0, 5),
			load(offsetArg0), test(unix.BPF_JEQ, pid, 2, 0), test(unix.BPF_JEQ, 0, 1, 0), forbidden, allow)
	}
	refused := slices.Concat(refusedCalls(), oldCalls())
	if !network {
		refused = append(refused, socketCalls()...)
	}
	for _, call := range refused {
		out = append(out, test(unix.BPF_JEQ, call, 0, 1), forbidden)
	}
	return append(out, allow)
}

// filterCalls has the kernel refuse system calls from now on.
func filterCalls(network bool) error {
	if !canFilterCalls() {
		return nil
	}
	instructions := filter(uint32(unix.Getpid()), network)
	program := unix.SockFprog{Len: uint16(len(instructions)), Filter: &instructions[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program))) //nolint:gosec // the call takes an address
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// canFilterCalls reports whether the kernel filters calls, and the numbers of this processor's are known here.
func canFilterCalls() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action))) //nolint:gosec // the call takes an address
	return architecture != 0 && errno == 0
}
