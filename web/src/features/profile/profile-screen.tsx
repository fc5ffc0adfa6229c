import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language, Profile } from '#/api/types';
import { monthText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { useTitle } from '#/lib/channel';
import { isLanguage } from '#/lib/i18n';
import { languageNames, useLanguageChoice } from '#/lib/language-choice';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Tag } from '#/ui/tag';
import { showToast } from '#/ui/toast';
import { DataPanel } from './data-panel';
import { ProfileFrame } from './profile-frame';

interface ProfileProps {
  /** What the user has bought, and the cards they pay with: of another feature, put in by the route file. */
  orders?: ReactNode;
  cards?: ReactNode;
}

/** Who is logged in, what they hold, what is kept of them, and the language. */
export function ProfileScreen({ orders, cards }: ProfileProps) {
  const { t } = useLingui();
  useTitle(t`Your account`);
  const user = useUser();
  const { current } = useLanguageChoice();
  if (!user) return null;
  const language = user.language || current;
  return (
    <ProfileFrame title={t`Your account`}>
      <Identity user={user} />
      {orders}
      {cards}
      <div className="acct__two">
        <section className="panel" aria-labelledby="reach">
          <h2 id="reach">
            <Trans>How to reach you</Trans>
          </h2>
          <dl className="lines">
            <Line label={<Trans>Email</Trans>}>{user.email}</Line>
            <Line label={<Trans>Phone</Trans>}>{user.phone || <Trans>None</Trans>}</Line>
            <Line label={<Trans>Email language</Trans>}>{isLanguage(language) && languageNames[language]}</Line>
            <Line label={<Trans>News and updates</Trans>}>
              {user.mailing_consent ? <Trans>Yes, by email</Trans> : <Trans>No</Trans>}
            </Line>
          </dl>
        </section>
        <LanguagePanel />
      </div>
      <DataPanel />
    </ProfileFrame>
  );
}

/** The person as a scorebug row: block, name, what they are. */
function Identity({ user }: { user: Profile }) {
  const { i18n } = useLingui();
  const since = monthText(Date.parse(user.created_at) / 1000, i18n.locale as Language, viewerZone());
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const initials = (`${user.first_name.charAt(0)}${user.last_name.charAt(0)}` || user.email.charAt(0)).toUpperCase();
  return (
    <section className="whobug" aria-labelledby="who">
      <span className="whobug__i" aria-hidden="true">
        {initials}
      </span>
      <div className="whobug__n">
        <h2 id="who">{name}</h2>
        <p>
          {user.email_verified ? (
            <Tag tone="own">
              <CircleCheck className="i i-16" aria-hidden="true" />
              <Trans>Email confirmed</Trans>
            </Tag>
          ) : (
            <Tag tone="warn">
              <Trans>Email not confirmed yet</Trans>
            </Tag>
          )}
          <span className="muted">
            <Trans>Member since {since}</Trans>
          </span>
        </p>
      </div>
      <AppLink className={buttonClass('line')} href="/profile/edit">
        <Pencil className="i" aria-hidden="true" />
        <Trans>Edit profile</Trans>
      </AppLink>
    </section>
  );
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
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
