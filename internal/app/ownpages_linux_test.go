package app

import (
	"reflect"
	"strings"
	"testing"
)

func TestOnlyWhatTheFileHoldsIsGivenBack(t *testing.T) {
	const smaps = `00400000-01a00000 r-xp 00000000 fe:00 77 /opt/grand stand
Size:              23552 kB
Anonymous:             0 kB
01a00000-02c00000 r--p 01600000 fe:00 77 /opt/grand stand
Anonymous:             0 kB
AnonHugePages:         0 kB
02c00000-02c80000 rw-p 02800000 fe:00 77 /opt/grand stand
Anonymous:             0 kB
02c80000-02d00000 r--p 02880000 fe:00 77 /opt/grand stand
Anonymous:             4 kB
02d00000-02e00000 r--p 00000000 fe:00 78 /usr/lib/libother.so
Anonymous:             0 kB
c000000000-c004000000 rw-p 00000000 00:00 0
Anonymous:          8192 kB
VmFlags: rd ex mr mw me sd
`
	got, err := cleanMappings(strings.NewReader(smaps), "/opt/grand stand")
	if err != nil {
		t.Fatal(err)
	}
	if want := []mapping{{0x400000, 0x1a00000}, {0x1a00000, 0x2c00000}}; !reflect.DeepEqual(got, want) {
		t.Errorf("would give back %x, want %x", got, want)
	}
}

func TestTheProgramGoesOnWithoutItsPages(t *testing.T) {
	for range 3 {
		if err := giveBackPages(); err != nil {
			t.Fatal(err)
		}
	}
}
