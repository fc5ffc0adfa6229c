import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { languageNames, useLanguageChoice } from '#/lib/language-choice';
import { useUser } from '#/lib/session';
import { showToast } from '#/ui/toast';
import { ProfileFrame } from './profile-frame';

/** Who is logged in, and the language. */
export function ProfileScreen() {
  const { t } = useLingui();
  useTitle(t`Your account`);
  const user = useUser();
  if (!user) return null;
  return (
    <ProfileFrame title={t`Your account`}>
      <section className="panel" aria-labelledby="who">
        <h2 id="who">
          {user.first_name} {user.last_name}
        </h2>
        <dl className="lines">
          <div>
            <dt>
              <Trans>Email</Trans>
            </dt>
            <dd>{user.email}</dd>
          </div>
          {user.phone && (
            <div>
              <dt>
                <Trans>Phone</Trans>
              </dt>
              <dd>{user.phone}</dd>
            </div>
          )}
          <div>
            <dt>
              <Trans>News and updates</Trans>
            </dt>
            <dd>{user.mailing_consent ? <Trans>Yes, by email</Trans> : <Trans>No</Trans>}</dd>
          </div>
        </dl>
      </section>
      <LanguagePanel />
    </ProfileFrame>
  );
}

function LanguagePanel() {
  const { t } = useLingui();
  const { current, offered, choose } = useLanguageChoice();
  return (
    <fieldset className="panel">
      <legend className="vh">
        <Trans>Language</Trans>
      </legend>
      <h2 aria-hidden="true">
        <Trans>Language</Trans>
      </h2>
      {offered.map((language) => (
        <label className="ck" key={language} lang={language}>
          <input
            type="radio"
            name="language"
            checked={current === language}
            onChange={() =>
              void choose(language).catch(() =>
                showToast(t`The language could not be loaded. Please try again.`, { type: 'error' }),
              )
            }
          />
          <span>{languageNames[language]}</span>
        </label>
      ))}
    </fieldset>
  );
}
