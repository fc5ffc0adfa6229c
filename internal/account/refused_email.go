package account

import (
	"context"
	"fmt"
)

// NoteRefusedEmail records that the mail server of a user's address refused the address for good. The user's profile says so until
// the address changes or its mail server accepts a letter (NoteAcceptedEmail).
func (s *Service) NoteRefusedEmail(ctx context.Context, channelID int64, address string) error {
	return s.setRefusedEmail(ctx, channelID, address, address)
}

// NoteAcceptedEmail records that a mail server accepted a letter to the address.
func (s *Service) NoteAcceptedEmail(ctx context.Context, channelID int64, address string) error {
	refused, err := s.db.Read().NewSelect().Model((*userRow)(nil)).
		Where("u.channel_id = ? AND u.email = ? AND u.refused_email <> ''", channelID, address).Exists(ctx)
	if err != nil {
		return fmt.Errorf("look for a refused email address: %w", err)
	}
	if !refused { // so for most letters, which need no write
		return nil
	}
	return s.setRefusedEmail(ctx, channelID, address, "")
}

func (s *Service) setRefusedEmail(ctx context.Context, channelID int64, address, refused string) error {
	_, err := s.db.Write().NewUpdate().Model((*userRow)(nil)).Set("refused_email = ?", refused).
		Where("channel_id = ? AND email = ? AND erased_ms IS NULL", channelID, address).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record whether an email address accepts letters: %w", err)
	}
	return nil
}
