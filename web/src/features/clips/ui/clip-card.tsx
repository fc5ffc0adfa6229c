import { Trans } from '@lingui/react/macro';
import type { Clip } from '#/api/types';
import { AppLink } from '#/ui/link';
import { teamColours } from '#/ui/scorebug';
import { Tag } from '#/ui/tag';
import { useClipTexts } from '../use-clip-texts';
import { ClipPicture } from './clip-picture';

/** A clip as a card; one link covers all of it. */
export function ClipCard({ clip }: { clip: Clip }) {
  const texts = useClipTexts();
  return (
    <article className="card clip-card" style={teamColours(clip.event)}>
      <div className="still">
        <ClipPicture clip={clip} sizes="(max-width: 640px) 92vw, 340px" loading="lazy" decoding="async" />
        <div className="still__br">
          <span className="slug">{texts.length(clip)}</span>
        </div>
      </div>
      <div className="bug">
        <h3>
          {clip.media ? (
            <AppLink className="card__hit" href={`/watch_library/${clip.id}`}>
              {clip.name}
            </AppLink>
          ) : (
            clip.name
          )}
        </h3>
      </div>
      <p className="card__meta">
        <span>{clip.tags.join(' · ')}</span>
        {clip.status === 'success' && !clip.ended ? (
          clip.own && (
            <Tag tone="own">
              <Trans>Yours</Trans>
            </Tag>
          )
        ) : (
          <ClipState clip={clip} />
        )}
      </p>
    </article>
  );
}

/** How the making of a clip stands, where there is something to say of it. */
export function ClipState({ clip: { status, ended } }: { clip: Clip }) {
  if (ended)
    return (
      <Tag tone="warn">
        <Trans>Not shown: its purchase was refunded or is disputed</Trans>
      </Tag>
    );
  if (status === 'success') return null;
  return status === 'error' ? (
    <Tag tone="warn">
      <Trans>Could not be created</Trans>
    </Tag>
  ) : (
    <Tag tone="free">
      <Trans>In progress</Trans>
    </Tag>
  );
}
