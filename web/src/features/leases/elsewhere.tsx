import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventDetail, HeldLease, Language, VideoDetail } from '#/api/types';
import { fullTitle } from '#/entities/event';
import { timeText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { Button } from '#/ui/button';
import { DeviceIcon } from '#/ui/device-icon';
import { EventPicture } from '#/ui/event-picture';
import { teamColours } from '#/ui/scorebug';
import { StageMessage } from '#/ui/stage-message';
import { useVersus } from '#/ui/use-versus';
import { leasesQuery } from './api';
import './leases.css';

interface ElsewhereProps {
  event: EventDetail | undefined;
  video: VideoDetail | undefined;
  /** On how many screens at once the user may watch. */
  most: number;
  /** This screen played until another one took its place. */
  lost: boolean;
  onHere: () => Promise<void>;
}

/** In the player's place while its user watches on as many other screens as they may: which, and the way to watch here. */
export function Elsewhere({ event, video, most, lost, onHere }: ElsewhereProps) {
  const versus = useVersus();
  const { data: screens = [] } = useQuery(leasesQuery());
  const [busy, setBusy] = useState(false);
  const here = () => {
    setBusy(true);
    void onHere().finally(() => setBusy(false));
  };
  return (
    <section
      className="frame frame--els on-media"
      style={event && teamColours(event)}
      aria-label={event ? fullTitle(event, versus) : video?.title}
    >
      {event && <EventPicture event={event} sizes="100vw" />}
      {video && <img src={video.assets.preview || video.assets.image} alt="" />}
      <div className="frame__m">
        <div className="els__s" role="status">
          <Said lost={lost} most={most} />
        </div>
        {screens.length > 0 && (
          <ul className="els">
            {screens.map((screen) => (
              <Screen key={screen.player} screen={screen} />
            ))}
          </ul>
        )}
        <Button busy={busy} onClick={here}>
          {lost ? <Trans>Watch here</Trans> : <Trans>Watch here instead</Trans>}
        </Button>
      </div>
    </section>
  );
}

function Said({ lost, most }: { lost: boolean; most: number }) {
  if (lost) {
    return (
      <StageMessage title={<Trans>You are watching on another screen</Trans>}>
        <Trans>Playback stopped here because it started on the other screen.</Trans>
      </StageMessage>
    );
  }
  return (
    <StageMessage
      title={
        <Plural
          value={most}
          one="You are already watching on another screen"
          other="You are already watching on # screens"
        />
      }
    >
      <Trans>You have reached the limit. If you continue here, the screen that has played the longest stops.</Trans>
    </StageMessage>
  );
}

function Screen({ screen }: { screen: HeldLease }) {
  const { i18n } = useLingui();
  const since = timeText(Date.parse(screen.since) / 1000, i18n.locale as Language, viewerZone());
  return (
    <li>
      <DeviceIcon kind={screen.kind} className="i i-24" />
      <div>
        <b>{screen.device}</b>
        <span>{screen.event_name}</span>
      </div>
      <span className="els__t">{screen.current ? <Trans>This device</Trans> : <Trans>Since {since}</Trans>}</span>
    </li>
  );
}
