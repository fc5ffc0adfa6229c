import { useLingui } from '@lingui/react/macro';
import type { Language } from '#/api/types';
import { fullDateText } from '#/entities/time';
import { channelZone } from '#/entities/zones';
import { useBootstrap } from '#/lib/channel';

/**
 * Writes the day of a time in RFC 3339 by the clocks of the channel, as letters and receipts do: the day of an order, of a
 * charge, of a refund.
 */
export function useChannelDay(): (at: string) => string {
  const { i18n } = useLingui();
  const { channel } = useBootstrap().settings;
  return (at) => {
    const ts = Date.parse(at) / 1000;
    return fullDateText(ts, i18n.locale as Language, channelZone(channel, ts));
  };
}
