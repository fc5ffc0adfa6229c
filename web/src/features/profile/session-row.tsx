import { Trans, useLingui } from '@lingui/react/macro';
import type { Language, OwnSession } from '#/api/types';
import { agoText, dateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { Button } from '#/ui/button';
import { DeviceIcon } from '#/ui/device-icon';
import { Tag } from '#/ui/tag';
import { useNow } from '#/ui/use-now';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

interface SessionRowProps {
  place: OwnSession;
  onEnd: () => void;
}

/** One device: what it is, where and since when, and when it was last used. */
export function SessionRow({ place, onEnd }: SessionRowProps) {
  const { i18n } = useLingui();
  const now = useNow();
  const lang = i18n.locale as Language;
  const day = (at: string) => dateText(Date.parse(at) / 1000, lang, viewerZone(), now);
  const used = Date.parse(place.last_used_at);
  const since = day(place.created_at);
  const ago = now - used > MONTH_MS ? day(place.last_used_at) : agoText(used / 1000, lang, now);
  return (
    <li className="dev">
      <span className="dev__i">
        <DeviceIcon kind={place.kind} className="i i-24" />
      </span>
      <div className="dev__n">
        <h3>{place.name}</h3>
        <p>
          {place.current ? (
            <>
              <Tag tone="own">
                <Trans>This device</Trans>
              </Tag>
              <span>
                <Trans>Active now</Trans>
              </span>
            </>
          ) : (
            <span>{now - used < HOUR_MS ? <Trans>Used in the last hour</Trans> : <Trans>Last used {ago}</Trans>}</span>
          )}
          {place.place && <span>{place.place}</span>}
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
