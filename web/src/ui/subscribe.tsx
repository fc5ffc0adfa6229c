import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Copy, Rss } from 'lucide-react';
import { keys } from '#/api/keys';
import { type FeedScope, feedLinks } from '#/entities/feed';
import { buttonClass } from './button';
import { Popover } from './popover';
import { useCopyCalendar } from './use-copy-calendar';

/** Keeps a schedule in a calendar: by the device's own, by an address to paste, or by a feed reader. */
export function Subscribe({ scope, className = '' }: { scope: FeedScope; className?: string }) {
  const { i18n } = useLingui();
  const links = feedLinks(scope, i18n.locale === 'fr' ? 'fr' : 'en', new URL(keys.apiBase(), location.href).href);
  const copy = useCopyCalendar();
  return (
    <Popover
      className={`${buttonClass('line', 'sm')} ${className}`}
      align="start"
      trigger={
        <>
          <CalendarPlus className="i" aria-hidden="true" />
          <Trans>Add to calendar</Trans>
        </>
      }
    >
      <a className="pop__a" href={links.webcal} data-focus>
        <CalendarPlus className="i" aria-hidden="true" />
        <Trans>Open in my calendar</Trans>
      </a>
      <button type="button" className="pop__a" onClick={() => void copy(links.calendar)}>
        <Copy className="i" aria-hidden="true" />
        <Trans>Copy the address</Trans>
      </button>
      <a className="pop__a" href={links.rss} target="_blank" rel="noopener">
        <Rss className="i" aria-hidden="true" />
        <Trans>RSS feed</Trans>
      </a>
    </Popover>
  );
}
