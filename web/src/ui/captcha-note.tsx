import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type Captcha, loadCaptcha } from '#/lib/captcha';
import { useBootstrap } from '#/lib/channel';
import { FieldError } from './field';
import './captcha-note.css';

interface CaptchaNoteProps {
  captcha: Captcha;
  /** What to do about a blocked script is said elsewhere already. */
  told: boolean;
}

/**
 * Says that a form is protected, and by whom, as the provider asks for. Once it is in sight the provider's script is
 * loaded: never on a page that shows no such form.
 */
export function CaptchaNote({ captcha, told }: CaptchaNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    const load = () =>
      loadCaptcha(captcha).then(
        () => setBlocked(false),
        () => setBlocked(true),
      );
    const at = note.current;
    if (!at || typeof IntersectionObserver === 'undefined') {
      void load();
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: '200px' },
    );
    observer.observe(at);
    return () => observer.disconnect();
  }, [captcha]);
  return (
    <div ref={note} className="captcha-note">
      <div role="status">{blocked && !told && <CaptchaBlockedText />}</div>
      <small>
        <Trans>
          This form is protected by reCAPTCHA. Google’s{' '}
          <a className="link" href="https://policies.google.com/privacy" rel="noreferrer" target="_blank">
            privacy policy
          </a>{' '}
          and{' '}
          <a className="link" href="https://policies.google.com/terms" rel="noreferrer" target="_blank">
            terms of service
          </a>{' '}
          apply.
        </Trans>
      </small>
    </div>
  );
}

/** What to do where the provider cannot be reached. */
export function CaptchaBlockedText() {
  const { contact_email: email } = useBootstrap().settings.channel;
  return (
    <FieldError>
      {email ? (
        <Trans>
          reCAPTCHA could not be loaded, so this form cannot be sent. If something blocks google.com, allow it here and
          try again, or write to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </Trans>
      ) : (
        <Trans>
          reCAPTCHA could not be loaded, so this form cannot be sent. If something blocks google.com, allow it here and
          try again.
        </Trans>
      )}
    </FieldError>
  );
}
