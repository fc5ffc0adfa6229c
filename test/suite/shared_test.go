package main

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
)

func TestTheSharedFolderGoesWithTheSuite(t *testing.T) {
	t.Setenv(prepared.Variable, "")
	remove, err := shareFolder()
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv(prepared.Variable)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", dir, err)
	}
}

// killedSuite has a second process make a shared folder and wait to be killed.
const killedSuite = "SHARE_AND_WAIT"

func TestTheSharedFolderGoesWithAKilledSuite(t *testing.T) {
	if os.Getenv(killedSuite) != "" {
		_, err := shareFolder()
		println(os.Getenv(prepared.Variable))
		if err == nil {
			select {}
		}
		t.Fatal(err)
	}
	t.Setenv(killedSuite, "1")
	suite := exec.Command(os.Args[0], "-test.run", "^TestTheSharedFolderGoesWithAKilledSuite$")
	output, err := suite.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := suite.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	lines.Scan()
	dir := lines.Text()
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Fatalf("%q: %v", dir, err)
	}
	if err := suite.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = suite.Wait() // it was killed
	for range 6000 { // a minute
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s still exists a minute after its suite was killed", dir)
}
