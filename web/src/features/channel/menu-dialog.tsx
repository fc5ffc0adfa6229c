import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { AppLink } from '#/ui/link';
import { LanguageSwitch } from './language-switch';
import { MenuLink } from './nav';
import { type Entry, useMenu } from './use-menu';

/** The menu of narrow screens, in a dialog over the page. */
export function MenuButton() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  return (
    <>
      <IconButton label={t`Menu`} className="only-s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu className="i" aria-hidden="true" />
      </IconButton>
      {open && (
        <Dialog title={t`Menu`} className="sheet" onClose={() => setOpen(false)}>
          <MenuList />
          <LanguageSwitch className="lang lang--sheet" />
        </Dialog>
      )}
    </>
  );
}

function MenuList() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Main`}>
      <ul className="sheet__list">
        {useMenu().map((entry) => (
          <li key={entry.id}>{entry.children.length > 0 ? <Section entry={entry} /> : <Top entry={entry} />}</li>
        ))}
      </ul>
    </nav>
  );
}

function Top({ entry }: { entry: Entry }) {
  return (
    <AppLink className="sheet__a" href={entry.href}>
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
