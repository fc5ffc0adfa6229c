import { type ComponentProps, useState } from 'react';
import type { EventSummary } from '#/api/types';
import { eventPicture } from '#/entities/event-picture';
import { blur } from './blur';
import { CourtLines } from './court-lines';

interface EventPictureProps extends Pick<ComponentProps<'img'>, 'sizes' | 'loading' | 'decoding' | 'fetchPriority'> {
  event: Pick<EventSummary, 'image' | 'image_srcset' | 'image_placeholder' | 'media' | 'event_category'>;
  courtClassName?: string;
}

/** An event's picture, decorative; a missing or broken one becomes the sport's court lines on what lies behind. */
export function EventPicture({ event, courtClassName = '', ...loading }: EventPictureProps) {
  const [broken, setBroken] = useState('');
  const { image, image_srcset, image_placeholder } = eventPicture(event);
  if (!image || image === broken) {
    return <CourtLines className={courtClassName} sport={event.event_category?.alias ?? ''} />;
  }
  return (
    <img
      src={image}
      srcSet={image_srcset || undefined}
      alt=""
      style={blur(image_placeholder)}
      width={800}
      height={450}
      onError={() => setBroken(image)}
      {...loading}
    />
  );
}
