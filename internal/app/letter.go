package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/mail"
)

// letters writes what domains have to say in the look of the channel, and puts it into
// the queue in the transaction that causes it.
type letters struct{ app *App }

// Post is part of account.Letters. Who has no address, as members of another system may,
// is written nothing.
func (p letters) Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error {
	if to == "" {
		return nil
	}
	m, err := p.write(ctx, channelID, to, l)
	if err != nil {
		return err
	}
	return outbox(p).Post(ctx, tx, m)
}

// Send is part of commerce.Letters.
func (p letters) Send(ctx context.Context, channelID int64, to string, l letter.Letter) error {
	if to == "" {
		return nil
	}
	m, err := p.write(ctx, channelID, to, l)
	if err != nil {
		return err
	}
	return outbox(p).Send(ctx, m)
}

// write returns a letter as it is sent, in the look of the channel.
func (p letters) write(ctx context.Context, channelID int64, to string, l letter.Letter) (mail.Letter, error) {
	c, err := p.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return mail.Letter{}, err
	}
	brand := p.brand(c, l.Language)
	if l.Language != c.Language && l.Button.Path != "" {
		l.Button.Path = inLanguage(l.Button.Path, l.Language)
	}
	html, text, err := l.Render(brand)
	if err != nil {
		return mail.Letter{}, err
	}
	sender := c.Settings.MailSender
	m := mail.Letter{
		ID: rand.Text(), From: sender.Address, FromName: cmp.Or(sender.Name, brand.Name), To: to, ReplyTo: brand.Contact,
		Subject: l.Subject, Text: text, HTML: html, Language: l.Language, ChannelID: channelID,
	}
	if l.OptOut.Path != "" {
		m.OptOut = brand.Site + l.OptOut.Path
	}
	return m, nil
}

// inLanguage has a page that a letter leads to speak the letter's language, on whichever
// device it is opened.
func inLanguage(path, language string) string {
	if strings.Contains(path, "?") {
		return path + "&lang=" + language
	}
	return path + "?lang=" + language
}

func (p letters) brand(c *channel.Channel, language string) letter.Brand {
	paint := c.Colors.Palette()
	b := letter.Brand{
		Name: c.Name.In(language, c.Language), Contact: c.Settings.ContactEmail,
		Shell: paint.Settings["footer-background"], OnShell: paint.Settings["header-text-color"],
		Accent: paint.Settings["accent"], OnAccent: paint.Derived["on-accent"],
	}
	if len(c.Domains) > 0 {
		b.Site = p.app.Config.Site(c.Domains[0])
	}
	// Mail programs do not show drawings.
	if logo := api.MediaURL(c.Settings.Logo); logo != "" && !strings.HasSuffix(logo, ".svg") {
		b.Logo = logo
		if strings.HasPrefix(logo, "/") {
			b.Logo = b.Site + logo
		}
	}
	return b
}
