import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { EventDetail } from '#/api/types';
import { type Countdown, countdown } from '#/entities/countdown';
import { useSecond } from '../use-second';

/** What remains until the start; afterwards the word that the picture will come by itself. */
export function StartCountdown({ event }: { event: EventDetail }) {
  const now = useSecond();
  const left = countdown(event.event_utc_ts, now);
  return left ? <Remaining left={left} /> : <Due />;
}

function Remaining({ left }: { left: Countdown }) {
  const { t } = useLingui();
  const { days, hours, minutes, seconds } = left;
  const units = [
    { n: days, word: plural(days, { one: 'day', other: 'days' }) },
    { n: hours, word: plural(hours, { one: 'hour', other: 'hours' }) },
    { n: minutes, word: plural(minutes, { one: 'minute', other: 'minutes' }) },
    { n: seconds, word: plural(seconds, { one: 'second', other: 'seconds' }) },
  ];
  // From the first unit that counts: three when days or hours are left, else minutes and seconds.
  const first = units.findIndex(({ n }, i) => n > 0 || i === 2);
  const shown = units.slice(first, first + 3);
  const said = shown.map(({ n, word }) => `${n} ${word}`).join(' ');
  return (
    <div className="count" role="timer" aria-label={t`Starts in ${said}`}>
      {shown.map(({ n, word }) => (
        <div key={word}>
          <b>{n}</b>
          {word}
        </div>
      ))}
    </div>
  );
}

function Due() {
  return (
    <div className="lock__due" role="status">
      <p className="frame__t">
        <Trans>Starting soon</Trans>
      </p>
      <p>
        <Trans>The stream appears here automatically as soon as it begins.</Trans>
      </p>
    </div>
  );
}
