import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { EventDetail } from '#/api/types';
import { isRecorded } from '#/entities/event';
import { useUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { Rail } from '#/ui/rail';
import { eventClipsQuery, eventFile } from '../api';
import { useFeature } from '../use-feature';
import { useFile } from '../use-file';
import { ClipCard } from './clip-card';
import { FeatureOffer } from './offer';
import '../clips.css';

/** The clips of a game that the viewer may see: their own and the channel's. Nothing where there are none. */
export function GameClips({ event }: { event: Pick<EventDetail, 'id'> }) {
  const user = useUser();
  const { data } = useQuery({ ...eventClipsQuery(event.id), enabled: user !== null });
  if (!user || !data || data.length === 0) return null;
  return (
    <Rail title={<Trans>Clips</Trans>} count={data.length}>
      {data.map((clip) => (
        <li key={clip.id}>
          <ClipCard clip={clip} />
        </li>
      ))}
    </Rail>
  );
}

/** Loads a finished game down as one file, or says what would include it. Nothing where neither is possible. */
export function DownloadGame({ event }: { event: EventDetail }) {
  const feature = useFeature(event, 'download');
  const { busy, load } = useFile(() => eventFile(event.id));
  const [asked, setAsked] = useState(false);
  if (!isRecorded(event) || !event.has_access || feature.kind === 'none') return null;
  return (
    <>
      <Button look="quiet" size="sm" busy={busy} onClick={() => (feature.kind === 'can' ? load() : setAsked(true))}>
        <Download className="i" aria-hidden="true" />
        <Trans>Download</Trans>
      </Button>
      {asked && feature.kind === 'offered' && (
        <FeatureOffer what="download" products={feature.products} onClose={() => setAsked(false)} />
      )}
    </>
  );
}
