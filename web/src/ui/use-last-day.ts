import { useChannelDay } from './use-channel-day';

/**
 * Writes the last day on which something bought still opens, from its end as the API states it. Days are those of the
 * channel's time zone, as in the letters and in what the server says.
 */
export function useLastDay(): (end: string) => string {
  const day = useChannelDay();
  // The end is not included itself: midnight belongs to the day that it begins.
  return (end) => day(new Date(Date.parse(end) - 1).toISOString());
}
