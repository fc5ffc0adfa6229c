import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Copy, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { endFavouritesFeed, favouritesFeedQuery, renewFavouritesFeed } from '#/api/favourites';
import { keys } from '#/api/keys';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { showToast } from '#/ui/toast';
import { useCopyCalendar } from '#/ui/use-copy-calendar';

/**
 * A calendar of one's favourites to subscribe to. Its address is a secret that the server itself forgets, so that it can
 * be shown only to who just made it; who needs it again makes a new one.
 */
export function CalendarPanel() {
  const { data } = useQuery(favouritesFeedQuery());
  const { address, busy, make, end } = useCalendar();
  const has = address !== null || Boolean(data?.created_at);
  return (
    <section className="panel favs__cal" aria-labelledby="calendar">
      <h2 id="calendar">
        <Trans>In your calendar</Trans>
      </h2>
      <p className="favs__lead">
        {address ? (
          <Trans>Anyone with this address can see your favourites.</Trans>
        ) : has ? (
          <Trans>The address is shown only once. A new one replaces the old one.</Trans>
        ) : (
          <Trans>Your favourites’ games, with time changes and no scores.</Trans>
        )}
      </p>
      <div className="acts">
        {address && <Address address={address} />}
        {(!address || has) && (
          <Button look={address ? 'quiet' : 'line'} size="sm" busy={busy} onClick={() => void make()}>
            {has ? (
              <RefreshCw className="i i-16" aria-hidden="true" />
            ) : (
              <CalendarPlus className="i" aria-hidden="true" />
            )}
            {has ? <Trans>Get a new address</Trans> : <Trans>Add to calendar</Trans>}
          </Button>
        )}
        {has && (
          <Button look="quiet" size="sm" busy={busy} onClick={() => void end()}>
            <X className="i i-16" aria-hidden="true" />
            <Trans>Stop the calendar</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}

function useCalendar() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: favouritesFeedQuery().queryKey });
    } catch (error) {
      void showToast(failureText(error), { type: 'error', id: 'calendar' });
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    run(async () => {
      const url = new URL(await renewFavouritesFeed(), new URL(keys.apiBase(), location.href));
      url.searchParams.set('lang', i18n.locale);
      setAddress(url.href);
    });
  const end = () =>
    run(async () => {
      await endFavouritesFeed();
      setAddress(null);
      await showToast(t`The calendar’s address no longer works.`, { type: 'success', id: 'calendar' });
    });
  return { address, busy, make, end };
}

function Address({ address }: { address: string }) {
  const copy = useCopyCalendar();
  return (
    <>
      <a className={buttonClass('primary', 'sm')} href={address.replace(/^https?:/, 'webcal:')}>
        <CalendarPlus className="i" aria-hidden="true" />
        <Trans>Open in my calendar</Trans>
      </a>
      <Button look="line" size="sm" onClick={() => void copy(address)}>
        <Copy className="i i-16" aria-hidden="true" />
        <Trans>Copy the address</Trans>
      </Button>
    </>
  );
}
