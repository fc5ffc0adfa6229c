package sandbox

import (
	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// systemFolders hold programs and libraries. /etc, /home, /root, /run, /srv and /var are not among them: keys and data lie there.
func systemFolders() []string {
	return []string{"/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/nix/store", "/sys/devices/system/cpu", "/sys/devices/system/node"}
}

func systemFiles() []string {
	return []string{"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/urandom", "/dev/random", "/dev/zero", "/proc/cpuinfo", "/proc/meminfo"}
}

// nameFiles tell how names of hosts are looked up.
func nameFiles() []string {
	return []string{"/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/gai.conf"}
}

// restrictFiles has the kernel refuse all files but those of the rules, all TCP ports but those of the rules, and signals to
// processes outside. An older kernel refuses less; one without Landlock, nothing.
func restrictFiles(rules Rules, program string) error {
	allowed := []landlock.Rule{
		landlock.RODirs(systemFolders()...).IgnoreIfMissing(),
		landlock.ROFiles(systemFiles()...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null").IgnoreIfMissing(),
		landlock.ROFiles(program),
		landlock.RWDirs(rules.Write...),
	}
	for _, path := range rules.Read {
		var found unix.Stat_t
		if err := unix.Stat(path, &found); err != nil || found.Mode&unix.S_IFMT != unix.S_IFDIR {
			allowed = append(allowed, landlock.ROFiles(path)) // a file that is missing is an error here
			continue
		}
		allowed = append(allowed, landlock.RODirs(path))
	}
	if len(rules.Connect) > 0 {
		allowed = append(allowed, landlock.ROFiles(nameFiles()...).IgnoreIfMissing())
	}
	for _, port := range rules.Connect {
		allowed = append(allowed, landlock.ConnectTCP(port))
	}
	return landlock.V11.BestEffort().Restrict(allowed...)
}

// landlockVersion asks the kernel for the version of its interface, 0 without one.
func landlockVersion() int {
	const askForVersion = 1 // LANDLOCK_CREATE_RULESET_VERSION
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, askForVersion)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// Check asks the kernel what it offers.
func Check() State { return State{Landlock: landlockVersion(), Seccomp: canFilterCalls()} }
