import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { spokenPosition } from '#/entities/duration';
import { announce } from '#/ui/announcer';
import type { Notice } from '../control/state';
import { usePlayerState } from './context';

/** Says what happened: to screen readers always, over the picture when a key did it. */
export function Notices() {
  const notice = usePlayerState((s) => s.notice);
  const words = useWords();
  useEffect(() => {
    if (notice) announce(words(notice.notice));
  }, [notice, words]);
  if (!notice?.visible) return null;
  return (
    <p key={notice.id} className="p-note" aria-hidden="true">
      {words(notice.notice)}
    </p>
  );
}

function useWords(): (notice: Notice) => string {
  const { t, i18n } = useLingui();
  const captionWords = (label: string | null) => (label ? t`Captions: ${label}` : t`Captions off`);
  return (notice) => {
    switch (notice.kind) {
      case 'playing':
        return t`Playing`;
      case 'paused':
        return t`Paused`;
      case 'volume': {
        const level = i18n.number(notice.volume, { style: 'percent' });
        return t`Volume ${level}`;
      }
      case 'muted':
        return t`Muted`;
      case 'speed': {
        const speed = i18n.number(notice.speed);
        return t`Speed ${speed}×`;
      }
      case 'captions':
        return captionWords(notice.label);
      case 'moved': {
        const span = spokenPosition(Math.abs(notice.by), i18n.locale);
        return notice.by < 0 ? t`Back ${span}` : t`Forward ${span}`;
      }
      case 'at':
        return spokenPosition(notice.position, i18n.locale);
      case 'live':
        return t`Live`;
      case 'complete':
        return t`The end`;
      case 'slow':
        return t`Slow connection`;
      case 'reconnecting':
        return t`Reconnecting`;
      case 'reconnected':
        return t`Reconnected`;
      case 'interrupted':
        return t`The picture will be back in a moment`;
    }
  };
}
