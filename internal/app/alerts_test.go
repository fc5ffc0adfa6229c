package app

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	vital "github.com/grandstand/grandstand/internal/media/ingest/health"
)

var (
	// named is a metric in a question to Prometheus, with the conditions on its labels.
	named = regexp.MustCompile(`\b((?:grandstand|process|go)_\w+)(\{[^}]*\})?`)
	// condition is one of these conditions.
	condition = regexp.MustCompile(`(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"`)
	// sample is a line of /metrics.
	sample = regexp.MustCompile(`(?m)^(\w+)(\{.*\})? \S+$`)
)

// ofPrometheus are labels that Prometheus adds itself.
func ofPrometheus(label string) bool { return label == "job" || label == "instance" }

// unanswered are the metrics and labels in questions that a scrape knows nothing of, and how many were looked for.
func unanswered(questions []string, scrape string) (missing []string, asked int) {
	series := map[string]string{} // by name, all labels
	for _, line := range sample.FindAllStringSubmatch(scrape, -1) {
		series[line[1]] += line[2] + "\n"
	}
	for _, question := range questions {
		for _, use := range named.FindAllStringSubmatch(question, -1) {
			asked++
			labels, ok := series[use[1]]
			if !ok {
				missing = append(missing, use[1])
			}
			for _, c := range condition.FindAllStringSubmatch(use[2], -1) {
				known := strings.Contains(labels, c[1]+`="`+c[2]+`"`) || strings.HasPrefix(c[2], "$") && strings.Contains(labels, c[1]+`="`)
				if ok && !known && !ofPrometheus(c[1]) {
					missing = append(missing, use[1]+"{"+c[0]+"}")
				}
			}
		}
	}
	return missing, asked
}

// rules are the alerts that are shipped.
type rules struct {
	Groups []struct {
		Name  string `yaml:"name"`
		Rules []struct {
			Alert       string            `yaml:"alert"`
			Expr        string            `yaml:"expr"`
			For         string            `yaml:"for"`
			Labels      map[string]string `yaml:"labels"`
			Annotations map[string]string `yaml:"annotations"`
		} `yaml:"rules"`
	} `yaml:"groups"`
}

func readRules(t *testing.T) (r rules) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "deploy", "alerts.yml"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	if err := decoder.Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

// readDashboard gives what the shipped dashboard asks.
func readDashboard(t *testing.T) (questions []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", "dashboard.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Type    string `json:"type"`
			Title   string `json:"title"`
			Targets []struct {
				Expr string `json:"expr"`
			} `json:"targets"`
		} `json:"panels"`
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	for _, p := range board.Panels {
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			questions = append(questions, target.Expr)
		}
	}
	return questions
}

// scrapeEverything starts an app, has what is counted for the first time counted once, and reads /metrics.
func scrapeEverything(t *testing.T) string {
	t.Helper()
	a, err := Open(t.Context(), config.Config{Data: t.TempDir(), DB: dbtest.SQLiteDSN(t), Workers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	if _, err := a.NewAPI(); err != nil {
		t.Fatal(err)
	}
	m := a.Media.Metrics
	for _, outcome := range []string{"made", "failed"} {
		m.Cuts(outcome)
		m.Uploads(outcome)
		m.Strips(outcome)
		m.Stills(outcome)
		m.LiveRungs(outcome)
	}
	m.IngestClosed("lost")
	t.Cleanup(m.Watch(17, func() vital.Reading { return vital.Reading{} }))
	for _, kind := range []string{"api", "page"} { // a histogram is shown once it has a value
		a.Metrics.GetOrCreateHistogram(`grandstand_http_request_seconds{kind="` + kind + `"}`).Update(0.1)
	}
	a.Metrics.GetOrCreateCounter(`grandstand_ads_total{channel="rudy",outcome="shown"}`)
	answer := httptest.NewRecorder()
	adminHandler(a.Config, a.Metrics, a.newGauges().observe, nil, &health{}).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:9090/metrics", nil))
	return answer.Body.String()
}

// Every metric that the shipped alerts and the dashboard ask for is one that the server shows.
func TestAlertsAndDashboardAskForWhatThereIs(t *testing.T) {
	scrape := scrapeEverything(t)
	questions := readDashboard(t)
	var names []string
	for _, group := range readRules(t).Groups {
		for _, r := range group.Rules {
			questions, names = append(questions, r.Expr), append(names, r.Alert)
			if r.Alert == "" || r.Annotations["summary"] == "" || !slices.Contains([]string{"page", "ticket"}, r.Labels["severity"]) {
				t.Errorf("%s %s: no name, summary or severity", group.Name, r.Alert)
			}
			if !named.MatchString(r.Expr) && !strings.HasPrefix(r.Expr, "up{") {
				t.Errorf("%s asks for nothing of ours", r.Alert)
			}
		}
	}
	described, err := os.ReadFile(filepath.Join("..", "..", "docs", "OPERATIONS.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.Contains(string(described), name) {
			t.Errorf("docs/OPERATIONS.md does not say what to do about %s", name)
		}
	}
	missing, asked := unanswered(append(questions, string(described)), scrape)
	if asked < 40 || len(names) < 15 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Fatalf("found %d metrics and the alerts %v: the rule judged nothing, or a name is used twice", asked, names)
	}
	for _, name := range missing {
		t.Errorf("%s is asked for and not shown", name)
	}
}

func TestMetricsThatAreNotShownAreFound(t *testing.T) {
	const scrape = "grandstand_jobs{state=\"available\"} 3\ngrandstand_database_up 1\n"
	missing, asked := unanswered([]string{
		`grandstand_jobs{state="available", instance=~"$instance"} > 1 and grandstand_database_up == 1`,
		`rate(grandstand_job_total[5m]) > 0`, `grandstand_jobs{state="gone"}`, `grandstand_jobs{status=~"$status"}`,
	}, scrape)
	want := []string{"grandstand_job_total", `grandstand_jobs{state="gone"}`, `grandstand_jobs{status=~"$status"}`}
	if asked != 5 || !slices.Equal(missing, want) {
		t.Errorf("of %d: %v, want %v", asked, missing, want)
	}
}
