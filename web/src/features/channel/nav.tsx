import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { AppLink } from '#/ui/link';
import { Popover } from '#/ui/popover';
import { type Entry, useMenu } from './use-menu';

/** The menu of wide screens; entries with children open a panel. */
export function Nav() {
  const { t } = useLingui();
  return (
    <nav className="nav" aria-label={t`Main`}>
      {useMenu().map((entry) =>
        entry.children.length > 0 ? (
          <NavPanel key={entry.id} entry={entry} />
        ) : (
          <AppLink key={entry.id} href={entry.url}>
            {entry.url === '/live' && <span className="dot" />}
            {entry.title}
          </AppLink>
        ),
      )}
    </nav>
  );
}

function NavPanel({ entry }: { entry: Entry }) {
  const trigger = (
    <>
      {entry.title}
      <ChevronDown className="i i-16" aria-hidden="true" />
    </>
  );
  return (
    <Popover trigger={trigger} panelClassName="pop--nav">
      <ul>
        {entry.children.map((child) => (
          <li key={child.id}>
            <MenuLink entry={child} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

export function MenuLink({ entry }: { entry: Entry }) {
  return (
    <AppLink className="pop__a" href={entry.url}>
      {entry.image && <img src={entry.image} alt="" loading="lazy" width={28} height={28} />}
      {entry.title}
    </AppLink>
  );
}
