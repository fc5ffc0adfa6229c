package app

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/config"
)

func TestTheStripeSimulatorRunsUntilItIsToldToStop(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		cfg := config.Config{Listen: "127.0.0.1:0", Grace: time.Minute}
		err := RunStripeSimulator(ctx, cfg, slog.New(slog.DiscardHandler), writer, folder, "")
		ended <- errors.Join(err, writer.Close())
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(errors.Join(err, <-ended))
	}
	_, address, _ := strings.Cut(strings.TrimSpace(line), " on ")
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/v1/customers", strings.NewReader("name=ann"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth("sk_sim_ours", "")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("a customer: %d", resp.StatusCode)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "journal.jsonl"))
	if err != nil || !strings.Contains(string(text), `"name":"ann"`) {
		t.Errorf("kept %s %v", text, err)
	}
}
