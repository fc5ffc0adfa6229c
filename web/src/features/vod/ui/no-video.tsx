import { useLingui } from '@lingui/react/macro';
import { Lost } from '#/ui/lost';

/** No such video on this channel. */
export function NoVideo() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`Video not found`}
      heading={t`This video is not in the library`}
      ways={[{ href: '/vod_library', text: t`Browse the library` }]}
    >
      {t`The link may be old, or the video was removed.`}
    </Lost>
  );
}
