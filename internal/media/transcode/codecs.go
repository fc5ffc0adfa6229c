package transcode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// codecTable is what the installed ffmpeg decodes: the decoders of each codec, the one that it uses first.
type codecTable map[string][]string

// accepts reports whether tracks of a codec are taken: ffmpeg uses the first decoder only.
func (t codecTable) accepts(codec string) bool {
	names := t[codec]
	return len(names) > 0 && slices.Contains(strings.Split(decoders, ","), names[0])
}

// openable are the options with which ffprobe may open every decoder that there is. It opens one for each track and
// ends at a track whose decoder it may not open, even if the film does not need the track. The decoders of input
// remain the only ones that are given data: they hold for the file, these options for what ffprobe opens later. They
// must follow those of input.
func (t codecTable) openable() (options []string) {
	var all []string
	for _, names := range t {
		all = append(all, names...)
	}
	slices.Sort(all)
	for _, kind := range []string{"v", "a", "s", "d"} {
		options = append(options, "-codec_whitelist:"+kind, strings.Join(all, ","))
	}
	return options
}

// codecs asks ffprobe once what it decodes.
func (s *Studio) codecs(ctx context.Context) (codecTable, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		return s.table, nil
	}
	list := &bounded{left: maxReport}
	err := s.ffprobe.execute(ctx, execution{args: []string{"-hide_banner", "-v", "error", "-codecs"}, output: list, limits: surveyLimits()})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	table := readCodecs(list.String())
	if err == nil && len(table) == 0 {
		err = errors.New("the list is empty")
	}
	if err != nil {
		return nil, fmt.Errorf("list the codecs of ffprobe: %w", err)
	}
	s.table = table
	return table, nil
}

// readCodecs reads ffprobe's list of codecs: flags, name and description, and the decoders if their names differ from
// the codec's.
func readCodecs(list string) codecTable {
	const flags, canDecode = 6, 'D'
	table := codecTable{}
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) < 2 || len(fields[0]) != flags || fields[0][0] != canDecode || fields[1] == "=" {
			continue
		}
		table[fields[1]] = fields[1:2]
		if _, rest, ok := strings.Cut(line, "(decoders: "); ok {
			names, _, _ := strings.Cut(rest, ")")
			table[fields[1]] = strings.Fields(names)
		}
	}
	return table
}
