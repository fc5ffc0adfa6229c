import { Trans, useLingui } from '@lingui/react/macro';
import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet, Tv } from 'lucide-react';
import type { Language, OwnSession } from '#/api/types';
import { agoText, dateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { Button } from '#/ui/button';
import { Tag } from '#/ui/tag';
import { useNow } from '#/ui/use-now';

const icons: Record<OwnSession['kind'], LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  tv: Tv,
  unknown: MonitorSmartphone,
};

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

interface SessionRowProps {
  place: OwnSession;
  onEnd: () => void;
}

/** One device: what it is, since when, when it was last used. */
export function SessionRow({ place, onEnd }: SessionRowProps) {
  const { i18n } = useLingui();
  const now = useNow();
  const lang = i18n.locale as Language;
  const Icon = icons[place.kind];
  const day = (at: string) => dateText(Date.parse(at) / 1000, lang, viewerZone(), now);
  const used = Date.parse(place.last_used_at);
  const since = day(place.created_at);
  const ago = now - used > MONTH_MS ? day(place.last_used_at) : agoText(used / 1000, lang, now);
  return (
    <li className="dev">
      <span className="dev__i">
        <Icon className="i i-24" aria-hidden="true" />
      </span>
      <div className="dev__n">
        <h3>{place.name}</h3>
        <p>
          {place.current ? (
            <Tag tone="own">
              <Trans>This device</Trans>
            </Tag>
          ) : (
            <span>{now - used < HOUR_MS ? <Trans>Used in the last hour</Trans> : <Trans>Last used {ago}</Trans>}</span>
          )}
          <span>
            <Trans>Logged in {since}</Trans>
          </span>
        </p>
      </div>
      {!place.current && (
        <Button look="line" size="sm" onClick={onEnd}>
          <span>
            <Trans>
              Log out <span className="vh">{place.name}</span>
            </Trans>
          </span>
        </Button>
      )}
    </li>
  );
}
