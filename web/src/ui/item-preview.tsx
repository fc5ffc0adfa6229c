import { useQueryClient } from '@tanstack/react-query';
import { eventQuery, videoQuery } from '#/api/queries';
import type { EventSummary, Video } from '#/api/types';
import { hasPreview } from '#/entities/medium';
import { CardPreview } from './card-preview';

type ItemPreviewProps = { event: EventSummary; video?: never } | { video: Video; event?: never };

/** The preview of an event or of a video of the library. Its media are asked for when it plays. */
// oxlint-disable-next-line import/no-default-export -- lazy() takes one, and the scripts of the home have no room for a wrapper
export default function ItemPreview({ event, video }: ItemPreviewProps) {
  const client = useQueryClient();
  const load = async () =>
    event
      ? (await client.fetchQuery(eventQuery(event.id))).media
      : (await client.fetchQuery(videoQuery(video.id))).media;
  return hasPreview((event ?? video).media) ? <CardPreview load={load} /> : null;
}
