import { Clapperboard } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Video } from '#/api/types';
import { blur } from '#/ui/blur';

interface VideoPictureProps extends Pick<ComponentProps<'img'>, 'sizes' | 'loading' | 'decoding' | 'fetchPriority'> {
  video: Pick<Video, 'assets'>;
  /** Takes the wide picture where there is one. */
  wide?: boolean;
}

/** A video's picture, decorative; a missing or broken one becomes a sign of what it is. */
export function VideoPicture({ video: { assets }, wide = false, ...loading }: VideoPictureProps) {
  const [broken, setBroken] = useState('');
  const [src, srcSet, placeholder] =
    wide && assets.preview
      ? [assets.preview, assets.preview_srcset, assets.preview_placeholder]
      : [assets.image, assets.image_srcset, assets.image_placeholder];
  if (!src || src === broken) {
    return (
      <span className="vod__blank">
        <Clapperboard aria-hidden="true" />
      </span>
    );
  }
  return (
    <img
      src={src}
      srcSet={srcSet || undefined}
      alt=""
      style={blur(placeholder)}
      width={800}
      height={450}
      onError={() => setBroken(src)}
      {...loading}
    />
  );
}
