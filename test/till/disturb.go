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
	return s.orderFaults(ctx, http.MethodPost, body)
}

// Calm ends all disturbances, those too that were still to come.
func (s *Shop) Calm(ctx context.Context) error {
	return s.orderFaults(ctx, http.MethodDelete, nil)
}

func (s *Shop) orderFaults(ctx context.Context, method string, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, method, s.Simulator.URL+"/_simulator/faults", bytes.NewReader(body))
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
