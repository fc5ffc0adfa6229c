package till

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Disturb orders a fault at the provider, by the fields of the simulator's own call for it.
func (s *Shop) Disturb(ctx context.Context, fault map[string]any) error {
	body, err := json.Marshal(fault)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Simulator.URL+"/_simulator/faults", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("order a fault: %s", answer.Status)
	}
	return nil
}
