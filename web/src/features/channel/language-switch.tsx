import { useLingui } from '@lingui/react/macro';
import { languageNames, useLanguageChoice } from '#/lib/language-choice';
import { announce } from '#/ui/announcer';
import { showToast } from '#/ui/toast';

export function LanguageSwitch({ className }: { className: string }) {
  const { t } = useLingui();
  const { current, offered, choose } = useLanguageChoice();
  if (offered.length < 2) return null;
  return (
    <div className={className} role="group" aria-label={t`Language`}>
      {offered.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={`${language.toUpperCase()} – ${languageNames[language]}`}
          aria-current={current === language ? 'true' : undefined}
          onClick={() =>
            choose(language).then(
              () => announce(languageNames[language]),
              () => showToast(t`The language could not be loaded. Please try again.`, { type: 'error' }),
            )
          }
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
