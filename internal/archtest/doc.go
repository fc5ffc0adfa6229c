// Package archtest holds the rules of the house as tests: who may import whom (docs/ARCHITECTURE.md), no package state,
// no file too long to have one subject, nothing of one machine in the repository, migrations that only go forward.
//
// Every rule is a pure function over what it judges, and has a negative control beside the test that applies it to this
// repository: a rule that cannot fail proves nothing.
package archtest
