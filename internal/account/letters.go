package account

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
)

// Letters of the account, by subject in the files letters_*.go. One to a mailbox that
// nobody has shown to be theirs repeats nothing that somebody typed: whoever registers
// chooses the name and the mailbox, and must not choose what we write to it.

// letterLanguage is the language of letters to the user: their own, else the one that the
// caller speaks.
func (u User) letterLanguage(spoken string) string { return cmp.Or(u.Language, spoken, "en") }

// post has a letter sent to the user in the transaction that causes it.
func (s *Service) post(ctx context.Context, tx bun.Tx, to User, l letter.Letter) error {
	return s.letters.Post(ctx, tx, to.ChannelID, to.Email, l)
}
