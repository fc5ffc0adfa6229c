package main

import (
	"math"
	"strings"
	"testing"
)

func TestADiskThatIsNearlyFullIsNamed(t *testing.T) {
	folder := t.TempDir()
	if err := checkRoom(1, folder); err != nil {
		t.Errorf("with room for a byte: %v", err)
	}
	if err := checkRoom(math.MaxUint64, folder); err == nil || !strings.Contains(err.Error(), "on the disk of "+folder+", and ") {
		t.Errorf("without room: %v", err)
	}
	if err := checkRoom(1, folder+"/missing"); err == nil || !strings.Contains(err.Error(), folder+"/missing") {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
