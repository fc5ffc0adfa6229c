import { useLingui } from '@lingui/react/macro';
import { Lost } from '#/ui/lost';

/** No such game on this channel. */
export function GameNotFound() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`Game not found`}
      heading={t`Sorry! - Game Not Found`}
      ways={[
        { href: '/schedule', text: t`See the schedule` },
        { href: '/vod', text: t`Browse on demand` },
      ]}
    >
      {t`The link may be old, or the game was taken off the schedule.`}
    </Lost>
  );
}
