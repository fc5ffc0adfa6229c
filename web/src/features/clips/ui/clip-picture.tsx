import { type ComponentProps, useState } from 'react';
import type { Clip } from '#/api/types';
import { EventPicture } from '#/ui/event-picture';

type Loading = Pick<ComponentProps<'img'>, 'sizes' | 'loading' | 'decoding'>;

/** A clip's picture, decorative; that of its game while there is none. */
export function ClipPicture({ clip, ...loading }: { clip: Pick<Clip, 'image' | 'event'> } & Loading) {
  const [broken, setBroken] = useState('');
  const { image, event } = clip;
  if (!image || image === broken) return <EventPicture event={event} courtClassName="still__court" {...loading} />;
  return <img src={image} alt="" width={800} height={450} onError={() => setBroken(image)} {...loading} />;
}
