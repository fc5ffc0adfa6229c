import { useQueryClient } from '@tanstack/react-query';
import { eventQuery, videoQuery } from '#/api/queries';
import { CardPreview } from './card-preview';

export type ItemPreviewProps = { event: number; video?: never } | { video: number; event?: never };

/** The preview of an event or of a video of the library, by its id. Its media are asked for when it plays. */
// oxlint-disable-next-line import/no-default-export -- lazy() takes one, and the scripts of the home have no room for a wrapper
export default function ItemPreview({ event, video }: ItemPreviewProps) {
  const client = useQueryClient();
  const load = async () =>
    event === undefined
      ? (await client.fetchQuery(videoQuery(video))).media
      : (await client.fetchQuery(eventQuery(event))).media;
  return <CardPreview load={load} />;
}
