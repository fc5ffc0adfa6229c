import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { contactsFormQuery } from '#/api/queries';
import { useBootstrap, useTitle } from '#/lib/channel';
import { useHasContent } from '#/lib/has-content';
import { AppLink } from '#/ui/link';
import { CustomForm } from './custom-form';
import './forms.css';

/** The channel's contact form beside its mail address; either alone where there is no other. */
export function ContactsScreen() {
  const { t } = useLingui();
  const form = useSuspenseQuery(contactsFormQuery()).data;
  const { name, contact_email: email } = useBootstrap().settings.channel;
  const answers = useHasContent('/faq');
  const title = form?.title || t`Contact us`;
  useTitle(title);
  return (
    <div className="wrap page contacts">
      <div className="contacts__f">
        <h1>{title}</h1>
        {form?.intro && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it is written
          <div className="contacts__i" dangerouslySetInnerHTML={{ __html: form.intro }} />
        )}
        {!form && !email && (
          <p className="contacts__i">
            <Trans>{name} has not published a contact address.</Trans>
          </p>
        )}
        {form && <CustomForm form={form} />}
      </div>
      <aside className="contacts__a" aria-label={t`Other ways to get help`}>
        {email && (
          <section className="panel">
            <h2>
              <Trans>By email</Trans>
            </h2>
            <a className="link contacts__m" href={`mailto:${email}`}>
              <Mail className="i" aria-hidden="true" />
              <span>{email}</span>
            </a>
          </section>
        )}
        {answers && (
          <section className="panel">
            <h2>
              <Trans>Quick answers</Trans>
            </h2>
            <p>
              <Trans>Find answers about passes, the player and your account.</Trans>
            </p>
            <AppLink className="link contacts__m" href="/faq">
              <Trans>Questions and answers</Trans>
            </AppLink>
          </section>
        )}
      </aside>
    </div>
  );
}
