package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// All answers the question of every line that no answer names.
const All = "all"

// namesLine reports whether an answer names a line.
func namesLine(answer []string, line int) bool {
	return slices.Contains(answer, strconv.Itoa(line))
}

func trimAll(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimSpace(line)
	}
	return out
}

// checkAnswers refuses answers that contradict each other or answer no question.
func (m *matcher) checkAnswers() {
	for _, line := range m.options.Moved {
		if slices.Contains(m.options.Added, line) {
			m.refuseAnswer(line, "--moved and --added both name this line; keep one of them")
		}
	}
	for _, line := range slices.Concat(m.options.Moved, m.options.Added) {
		if line != All && !m.asked[line] {
			m.refuseAnswer(line, "--moved or --added names this line, but there is no question about it")
		}
	}
}

// refuseAnswer adds a problem to a line, or to the file if the answer is no line.
func (m *matcher) refuseAnswer(line, problem string) {
	number, err := strconv.Atoi(line)
	if err != nil {
		problem = fmt.Sprintf("%q: %s", line, problem)
	}
	m.refusal.Problems.add(m.file.file, max(number, 0), "%s", problem)
}

// refuse is the error of the open questions, in the order of their lines.
func (m *matcher) refuse() error {
	_ = m.refusal.Problems.err()
	m.refusal.File, m.refusal.Reading = m.file.file, m.file.reading
	m.refusal.Hints = []string{
		"--moved LINES (or all) says that these games are the stored ones: the import moves them or gives them their new ids",
		"--added LINES (or all) says that these are additional games",
	}
	return &m.refusal
}
