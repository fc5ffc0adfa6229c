import { Select, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { eventQuery, videoQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { buyEventHref } from '#/entities/cart';
import { selectForEvent } from '#/entities/choice';
import { title } from '#/entities/event';
import { amountText, total } from '#/entities/price';
import { type Origin, originHref } from '#/entities/wanted';
import { PurchaseBox } from '#/ui/access-box';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { OnHoldBox } from '#/ui/on-hold-box';
import { useVersus } from '#/ui/use-versus';
import { PriceDue } from './price-due';
import { TillPage } from './till-page';

/** What the user has, as the texts choose by it: a code, and no translated word. */
export type BoughtKind = 'pass' | 'subscription' | 'addition';

interface AlreadyOwnedProps {
  subtitle: string;
  type: BoughtKind;
  /** What its owner came from. */
  origin: Origin;
  /** Where a visitor without an earlier page watches it. */
  href: string;
  /** The way to where it is kept. */
  kept: ReactNode;
  summary: ReactNode;
  /** What else there is to know of it. */
  children?: ReactNode;
}

/** Instead of the till: what is named here is the user's already. Of what it does not open, the page says so. */
export function AlreadyOwned({ subtitle, type, origin, href, kept, summary, children }: AlreadyOwnedProps) {
  const locked = useLocked(origin);
  return (
    <TillPage subtitle={subtitle}>
      <div className="till__two">
        <div className="till__own">
          <p className="till__say till__say--own">
            <CircleCheck className="i i-24" aria-hidden="true" />
            <span>
              <Trans>
                You already bought this{' '}
                <Select value={type} _addition="add-on" _subscription="subscription" other="pass" />.
              </Trans>
            </span>
          </p>
          {children}
          {locked.name !== null && <NotOpened name={locked.name} />}
          {locked.event && <Opens event={locked.event} />}
          <div className="acts">
            {!locked.pending && (
              <AppLink
                className={buttonClass(locked.name === null ? 'primary' : 'line', 'lg')}
                href={(locked.name === null && originHref(origin)) || href}
              >
                {locked.name === null ? (
                  <Trans context="button">Watch</Trans>
                ) : (
                  <Trans context="button">See what you can watch</Trans>
                )}
              </AppLink>
            )}
            {kept}
          </div>
        </div>
        <aside className="panel">{summary}</aside>
      </div>
    </TillPage>
  );
}

interface Locked {
  pending: boolean;
  /** What the user came from and still may not watch, in words. */
  name: string | null;
  event?: EventDetail;
}

/** Whether the user came from something that their purchase does not open. */
function useLocked({ event_id = 0, vod_id = 0 }: Origin): Locked {
  const versus = useVersus();
  const event = useQuery({ ...eventQuery(event_id), enabled: event_id > 0 });
  const video = useQuery({ ...videoQuery(vod_id), enabled: vod_id > 0 });
  const pending = event.isLoading || video.isLoading;
  if (event.data && !event.data.has_access) return { pending, name: title(event.data, versus), event: event.data };
  if (video.data && !video.data.has_access) return { pending, name: video.data.title };
  return { pending, name: null };
}

function NotOpened({ name }: { name: string }) {
  return (
    <p className="till__note">
      <Info className="i" aria-hidden="true" />
      <Trans>It doesn’t include {name}.</Trans>
    </p>
  );
}

/** What opens the game instead, where it is sold. */
function Opens({ event }: { event: EventDetail }) {
  const { t, i18n } = useLingui();
  const lang = i18n.locale === 'fr' ? 'fr' : 'en';
  if (event.access.reason === 'payment_disputed') return <OnHoldBox event={event} />;
  const sold = event.sale.allowed && event.single_event_package_id !== null && total(event) > 0;
  const passes = event.sale.allowed ? event.packages.filter(({ id }) => id !== event.single_event_package_id) : [];
  if (!sold && passes.length === 0) return <p className="muted">{event.access.message}</p>;
  return (
    <PurchaseBox
      title={t`How to watch`}
      buy={sold ? { href: buyEventHref(event), price: amountText(total(event), event.currency, lang) } : undefined}
      passesTitle={<Trans>Also included with</Trans>}
      hrefOf={(pass) => selectForEvent(pass, event)}
      passes={passes}
    >
      {sold && <PriceDue of={event} />}
      <p className="buybox__p">{event.access.message}</p>
    </PurchaseBox>
  );
}
