package channel

import (
	"context"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/fault"
)

// formAction is what tokens for forms are given for.
const formAction = "form"

// Challenge is what a browser needs to be given a token.
type Challenge struct {
	SiteKey, Script, Action string
}

// Challenge says how who sends a form of the channel proves that they are no robot; nil
// where the channel has not both of its keys and nobody has to. A secret that cannot be
// read counts as one: then nothing is sent before somebody has repaired it.
func (d *Desk) Challenge(ctx context.Context, c *Channel) *Challenge {
	_, asks, err := d.recaptcha(ctx, c)
	if err == nil && !asks {
		return nil
	}
	return &Challenge{SiteKey: c.Settings.RecaptchaSiteKey, Script: d.humans.Script(), Action: formAction}
}

func (d *Desk) recaptcha(ctx context.Context, c *Channel) (secret string, asks bool, err error) {
	if d.humans == nil || c.Settings.RecaptchaSiteKey == "" {
		return "", false, nil
	}
	secret, err = d.sites.Secret(ctx, c.ID, RecaptchaSecret)
	if fault.KindOf(err) == fault.NotFound {
		return "", false, nil
	}
	return secret, err == nil, err
}

// checkHuman lets nobody through that it cannot ask about.
func (d *Desk) checkHuman(ctx context.Context, c *Channel, sent Sent) error {
	secret, asks, err := d.recaptcha(ctx, c)
	if err == nil && !asks {
		return nil
	}
	if sent.Token == "" {
		return fault.New(fault.Unprocessable, "captcha_required", "Google recaptcha token required")
	}
	human := false
	if err == nil {
		human, err = d.humans.IsHuman(ctx, captcha.Proof{
			Secret: secret, Token: sent.Token, Action: formAction, Hosts: c.Domains, Address: sent.Address,
		})
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "captcha_unavailable",
			"We could not make sure that you are not a robot, so nothing was sent. Please try again in a few minutes.")
	}
	if !human {
		return fault.New(fault.Unprocessable, "captcha_failed", "Google recaptcha token is invalid or you look like a robot")
	}
	return nil
}
