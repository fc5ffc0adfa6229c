import { useLingui } from '@lingui/react/macro';
import { Dialog } from '#/ui/dialog';
import { AppLink } from '#/ui/link';
import { LanguageSwitch } from './language-switch';
import { MenuLink } from './nav';
import { SpoilerSwitch } from './spoiler-switch';
import { type Entry, useMenu } from './use-menu';

/** The menu of narrow screens. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Menu`} className="sheet" onClose={onClose}>
      <nav aria-label={t`Main`}>
        <ul className="sheet__list">
          {useMenu().map((entry) => (
            <li key={entry.id}>{entry.children.length > 0 ? <Section entry={entry} /> : <Top entry={entry} />}</li>
          ))}
        </ul>
      </nav>
      <SpoilerSwitch className="pop__a sheet__sw" named />
      <LanguageSwitch className="lang lang--sheet" />
    </Dialog>
  );
}

function Top({ entry }: { entry: Entry }) {
  return (
    <AppLink className="sheet__a" href={entry.url}>
      {entry.title}
    </AppLink>
  );
}

function Section({ entry }: { entry: Entry }) {
  return (
    <details>
      <summary className="sheet__a">{entry.title}</summary>
      <ul>
        {entry.children.map((child) => (
          <li key={child.id}>
            <MenuLink entry={child} />
          </li>
        ))}
      </ul>
    </details>
  );
}
