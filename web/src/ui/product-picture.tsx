import type { Product } from '#/api/types';
import { blur } from '#/ui/blur';

interface ProductPictureProps {
  product: Product;
  className: string;
  /** Where it stands among many. */
  lazy?: boolean;
}

/** The picture of something on sale, where it has one: as wide as a card. It says nothing that the name beside it does not. */
export function ProductPicture({ product, className, lazy = false }: ProductPictureProps) {
  if (!product.image) return null;
  return (
    <img
      className={className}
      src={product.image}
      srcSet={product.image_srcset || undefined}
      sizes="(min-width: 900px) 380px, 100vw"
      style={blur(product.image_placeholder)}
      alt=""
      {...(lazy && { loading: 'lazy', decoding: 'async' })}
    />
  );
}
