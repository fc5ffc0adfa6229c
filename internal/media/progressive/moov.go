package progressive

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/abema/go-mp4"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// head is everything before the first sample, and its checksum.
type head struct {
	bytes []byte
	sum   [sha256.Size]byte
}

// presentation is when a track is shown, in Ticks of the file's timeline.
type presentation struct {
	after    int64 // nothing for this long
	from     int64 // then the track from here, in its own units
	duration int64
}

func (p presentation) end() int64 { return p.after + p.duration }

// present decides when the tracks are shown. The file begins with what comes first,
// picture or sound, so that neither loses anything and both stay in step.
func (b *builder) present() [2]presentation {
	video, audio := b.tracks[segment.Video], b.tracks[segment.Audio]
	moved := video.finish()
	audio.finish()
	heard := rescale(audio.first, segment.Ticks, audio.scale)
	begin := min(video.shown, heard)
	var p [2]presentation
	p[segment.Video] = presentation{
		after: video.shown - begin, from: video.shown + moved - video.first, duration: video.gone - video.shown,
	}
	p[segment.Audio] = presentation{
		after: heard - begin, duration: rescale(audio.end(), segment.Ticks, audio.scale) - heard,
	}
	return p
}

// head writes the file up to its first sample.
func (b *builder) head() (head, error) {
	shown := b.present()
	created := uint64(b.begun + sinceMac)
	w := newBoxes()
	w.box(&mp4.Ftyp{
		MajorBrand: mp4.BrandISOM(), MinorVersion: 512,
		CompatibleBrands: []mp4.CompatibleBrandElem{
			{CompatibleBrand: mp4.BrandISOM()},
			{CompatibleBrand: mp4.BrandISO2()},
			{CompatibleBrand: mp4.BrandAVC1()},
			{CompatibleBrand: mp4.BrandMP41()},
		},
	})
	w.box(&mp4.Moov{}, func() {
		w.box(&mp4.Mvhd{
			FullBox: mp4.FullBox{Version: 1}, CreationTimeV1: created, ModificationTimeV1: created,
			Timescale: segment.Ticks, DurationV1: uint64(max(shown[0].end(), shown[1].end())),
			Rate: 1 << 16, Volume: 1 << 8, Matrix: upright, NextTrackID: trackNumber(segment.Audio) + 1,
		})
		for _, r := range renditions {
			b.tracks[r].write(w, r, shown[r], created)
		}
	})
	w.data(b.end)
	bytes, err := w.bytes()
	if err != nil {
		return head{}, fmt.Errorf("write the tables: %w", err)
	}
	for _, at := range w.places {
		moveOn(bytes[at.from:at.to], uint64(len(bytes)))
	}
	return head{bytes: bytes, sum: sha256.Sum256(bytes)}, nil
}

// moveOn adds to every place of a table.
func moveOn(table []byte, by uint64) {
	for ; len(table) >= 8; table = table[8:] {
		binary.BigEndian.PutUint64(table, binary.BigEndian.Uint64(table)+by)
	}
}

// sinceMac is from the beginning of 1904, from which the format counts, to that of 1970,
// in seconds.
const sinceMac = int64(66*365+17) * int64(24*time.Hour/time.Second)

// upright is the matrix of pictures that are shown as they are.
var upright = [9]int32{1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30}

func trackNumber(r segment.Rendition) uint32 { return uint32(r) + 1 }

// write writes a track (8.3).
func (t *track) write(w *boxes, r segment.Rendition, p presentation, created uint64) {
	head := &mp4.Tkhd{
		FullBox:        mp4.FullBox{Version: 1, Flags: [3]byte{0, 0, 3}}, // enabled, in the movie
		CreationTimeV1: created, ModificationTimeV1: created,
		TrackID: trackNumber(r), DurationV1: uint64(p.end()), Matrix: upright,
	}
	kind, name := [4]byte{'v', 'i', 'd', 'e'}, "Video"
	if r == segment.Audio {
		head.AlternateGroup, head.Volume = 1, 1<<8
		kind, name = [4]byte{'s', 'o', 'u', 'n'}, "Sound"
	} else {
		head.Width, head.Height = t.frame()
	}
	w.box(&mp4.Trak{}, func() {
		w.box(head)
		p.write(w)
		w.box(&mp4.Mdia{}, func() {
			w.box(&mp4.Mdhd{
				FullBox: mp4.FullBox{Version: 1}, CreationTimeV1: created, ModificationTimeV1: created,
				Timescale: uint32(t.scale), DurationV1: uint64(t.end() - t.first), Language: [3]byte{'u', 'n', 'd'},
			})
			w.box(&mp4.Hdlr{HandlerType: kind, Name: name})
			w.box(&mp4.Minf{}, func() {
				if r == segment.Audio {
					w.box(&mp4.Smhd{})
				} else {
					w.box(&mp4.Vmhd{FullBox: mp4.FullBox{Flags: [3]byte{0, 0, 1}}})
				}
				w.box(&mp4.Dinf{}, func() {
					w.box(&mp4.Dref{EntryCount: 1}, func() {
						w.box(&mp4.Url{FullBox: mp4.FullBox{Flags: [3]byte{0, 0, 1}}}) // in this file
					})
				})
				w.box(&mp4.Stbl{}, func() { t.tables(w) })
			})
		})
	})
}

// frame is the largest picture of the track, which the others are fitted into.
func (t *track) frame() (width, height uint32) {
	for _, entry := range t.entries {
		width = max(width, uint32(binary.BigEndian.Uint16(entry[entryWidth:])))
		height = max(height, uint32(binary.BigEndian.Uint16(entry[entryWidth+2:])))
	}
	return width << 16, height << 16
}

// entryWidth is where a description of pictures has their width, the height following.
const entryWidth = 8 + 24

// write writes an edit list (8.6.6) where a track is not shown from its first sample on,
// at once.
func (p presentation) write(w *boxes) {
	list := &mp4.Elst{FullBox: mp4.FullBox{Version: 1}}
	if p.after > 0 {
		list.Entries = append(list.Entries, mp4.ElstEntry{SegmentDurationV1: uint64(p.after), MediaTimeV1: -1, MediaRateInteger: 1})
	}
	if p.after > 0 || p.from > 0 {
		list.Entries = append(list.Entries, mp4.ElstEntry{SegmentDurationV1: uint64(p.duration), MediaTimeV1: p.from, MediaRateInteger: 1})
		list.EntryCount = uint32(len(list.Entries))
		w.box(&mp4.Edts{}, func() { w.box(list) })
	}
}

// tables writes what is said of samples (8.5 to 8.7).
func (t *track) tables(w *boxes) {
	w.box(&mp4.Stsd{EntryCount: uint32(len(t.entries))}, func() {
		for _, entry := range t.entries {
			w.raw(entry)
		}
	})
	w.table("stts", 8, t.durations.table)
	if t.delayed {
		w.table("ctts", 8, t.offsets.table)
	}
	if t.depends {
		w.table("stss", 4, t.keys)
	}
	w.table("stsc", 12, t.groups.table)
	w.sizes(t.count, t.sizes)
	w.places = append(w.places, w.table("co64", 8, t.places))
}
