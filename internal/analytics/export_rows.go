package analytics

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// People says how an export names those whose doings it tells.
type People string

// Ways to name people.
const (
	// Hashed names users and sessions by codes that are the same in every export of the installation and that
	// nobody without its secret can turn back.
	Hashed People = "hashed"
	// Known names them as the database does.
	Known People = "known"
	// Nobody leaves out users and sessions, and what else may tell who somebody is: what events carry, and what
	// browsers call themselves.
	Nobody People = "none"
)

// The rows of exported files. Their columns are documented in docs/guide/export.md, which a test compares; what is
// optional is null in Parquet and empty in ClickHouse. The names in JSON are ClickHouse's.

type eventLine struct {
	Channel    string `json:"channel"     parquet:"channel,dict"`
	ID         int64  `json:"id"          parquet:"id,delta"`
	AtMS       int64  `json:"at_ms"       parquet:"at,timestamp(millisecond),delta"`
	Source     string `json:"source"      parquet:"source,dict"`
	Name       string `json:"name"        parquet:"name,dict"`
	Session    string `json:"session"     parquet:"session,optional"`
	User       string `json:"user"        parquet:"user,optional"`
	View       string `json:"view"        parquet:"view,optional"`
	StreamType string `json:"stream_type" parquet:"stream_type,optional,dict"`
	StreamID   int64  `json:"stream_id"   parquet:"stream_id,optional"`
	Device     string `json:"device"      parquet:"device,dict"`
	Country    string `json:"country"     parquet:"country,optional,dict"`
	Extras     string `json:"extras"      parquet:"extras,optional"`
}

type viewLine struct {
	Channel    string `json:"channel"     parquet:"channel,dict"`
	View       string `json:"view"        parquet:"view"`
	FirstMS    int64  `json:"first_ms"    parquet:"first,timestamp(millisecond),delta"`
	LastMS     int64  `json:"last_ms"     parquet:"last,timestamp(millisecond),delta"`
	WatchedMS  int64  `json:"watched_ms"  parquet:"watched_ms"`
	Session    string `json:"session"     parquet:"session,optional"`
	User       string `json:"user"        parquet:"user,optional"`
	StreamType string `json:"stream_type" parquet:"stream_type,optional,dict"`
	StreamID   int64  `json:"stream_id"   parquet:"stream_id,optional"`
	Live       bool   `json:"live"        parquet:"live"`
	Device     string `json:"device"      parquet:"device,dict"`
	Country    string `json:"country"     parquet:"country,optional,dict"`
}

type sessionLine struct {
	Channel    string `json:"channel"     parquet:"channel,dict"`
	Session    string `json:"session"     parquet:"session"`
	OpenedMS   int64  `json:"opened_ms"   parquet:"opened,timestamp(millisecond),delta"`
	User       string `json:"user"        parquet:"user,optional"`
	DeviceType string `json:"device_type" parquet:"device_type,optional,dict"`
	UserAgent  string `json:"user_agent"  parquet:"user_agent,optional"`
	Resolution string `json:"resolution"  parquet:"resolution,optional,dict"`
	Platform   string `json:"platform"    parquet:"platform,optional,dict"`
	Device     string `json:"device"      parquet:"device,dict"`
	Country    string `json:"country"     parquet:"country,optional,dict"`
}

type minuteLine struct {
	Channel    string `json:"channel"     parquet:"channel,dict"`
	MinuteMS   int64  `json:"minute_ms"   parquet:"minute,timestamp(millisecond),delta"`
	StreamType string `json:"stream_type" parquet:"stream_type,optional,dict"`
	StreamID   int64  `json:"stream_id"   parquet:"stream_id,optional"`
	Live       bool   `json:"live"        parquet:"live"`
	Device     string `json:"device"      parquet:"device,dict"`
	Country    string `json:"country"     parquet:"country,optional,dict"`
	Begun      int64  `json:"begun"       parquet:"begun"`
	Seen       int64  `json:"seen"        parquet:"seen"`
	WatchedMS  int64  `json:"watched_ms"  parquet:"watched_ms"`
}

func (x *exporter) event(r *eventRow) eventLine {
	return eventLine{
		Channel: x.Channel, ID: r.ID, AtMS: r.AtMS, Source: string(r.Source), Name: r.Name, Session: x.session(r.SessionUUID), User: x.user(r.UserID),
		View: r.ViewUUID, StreamType: string(r.SubjectKind), StreamID: r.SubjectID, Device: r.Device, Country: r.Country, Extras: x.telling(r.Extras),
	}
}

func (x *exporter) view(r *viewRow) viewLine {
	return viewLine{
		Channel: x.Channel, View: r.UUID, FirstMS: r.FirstMS, LastMS: r.LastMS, WatchedMS: r.WatchedMS, Session: x.session(r.SessionUUID),
		User: x.user(r.UserID), StreamType: string(r.SubjectKind), StreamID: r.SubjectID, Live: r.Live, Device: r.Device, Country: r.Country,
	}
}

// opening keeps a name of each session even where nobody is named: rows need one, and nothing else bears it.
func (x *exporter) opening(r *sessionRow) sessionLine {
	name := r.UUID
	if x.People != Known {
		name = x.hash("session", r.UUID)
	}
	return sessionLine{
		Channel: x.Channel, Session: name, OpenedMS: r.OpenedMS, User: x.user(r.UserID), DeviceType: r.DeviceType, UserAgent: x.telling(r.UserAgent),
		Resolution: r.Resolution, Platform: r.Platform, Device: r.Device, Country: r.Country,
	}
}

func (x *exporter) minute(r *minuteRow) minuteLine {
	return minuteLine{
		Channel: x.Channel, MinuteMS: r.MinuteMS, StreamType: string(r.SubjectKind), StreamID: r.SubjectID, Live: r.Live,
		Device: r.Device, Country: r.Country, Begun: r.Begun, Seen: r.Seen, WatchedMS: r.WatchedMS,
	}
}

func (x *exporter) user(id int64) string {
	number := strconv.FormatInt(id, 10)
	switch {
	case id == 0 || x.People == Nobody:
		return ""
	case x.People == Known:
		return number
	}
	return x.hash("user", number)
}

func (x *exporter) session(name string) string {
	switch {
	case name == "" || x.People == Nobody:
		return ""
	case x.People == Known:
		return name
	}
	return x.hash("session", name)
}

// telling is what may tell who somebody is, in words that are not ours.
func (x *exporter) telling(words string) string {
	if x.People == Nobody {
		return ""
	}
	return words
}

// hash is half of a code of authentication: enough never to be shared by two.
func (x *exporter) hash(what, name string) string {
	mac := hmac.New(sha256.New, x.key)
	mac.Write([]byte(place(x.channelID) + " " + what + " " + name))
	return hex.EncodeToString(mac.Sum(nil)[:sha256.Size/2])
}
