package api

// Guard protects a call that changes the caller's account in a way that counts or exports all data about the caller, or by
// which an operator pays money back or removes a game. If two-step login is on, a code must have been entered in the session a
// few minutes ago (account.RequireStepUp). A device that was let in by a code is refused before (see deviceCalls).
type Guard uint8

// The guards. A test walks all calls of users and asks that each has one or a reason.
const (
	GuardNone Guard = iota
	// GuardCall protects the whole call. The edge asks before the handler runs.
	GuardCall
	// GuardPart protects a part of what the call can do, or the call takes the code in its
	// body. Package account asks.
	GuardPart
)
