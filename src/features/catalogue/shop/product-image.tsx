import { useState } from 'react';
import { Picture, PictureFrame } from '#ui/picture.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { WavePattern } from '#ui/wave-pattern.tsx';
import { type ItemImageSize, itemImageUrl } from '../domain/item-image.ts';

const sizes = { card: '350x350', tall: '350x500', page: '500x500', thumbnail: '100x100' } as const satisfies Record<
  string,
  ItemImageSize
>;

type ImageSize = keyof typeof sizes;

/**
 * For the HTML attribute `sizes`, so that phones download no more pixels than they show. Values are slightly too low,
 * because browsers choose the next larger file even if only one pixel in a hundred is missing.
 */
const shownWidths: Readonly<Record<ImageSize, string | undefined>> = {
  card: '(max-width: 343px) 92vw, (max-width: 514px) 44vw, (max-width: 719px) 30vw, 350px',
  tall: '(max-width: 719px) 44vw, 350px',
  page: '(max-width: 719px) 90vw, 500px',
  thumbnail: undefined,
};

export interface ProductImageProps {
  /** Without size and extension; null shows waves. */
  url: string | null;
  size: ImageSize;
  alt?: string;
  /** The item's external code; if there is no picture, waves are generated from it. */
  seed: string;
  eager?: boolean;
  /** For pictures wider or narrower than usual for their size: the HTML attribute `sizes`. */
  shownWidth?: string;
  className?: string;
}

export function ProductImage({
  url,
  size,
  seed,
  shownWidth = shownWidths[size],
  className,
  ...rest
}: ProductImageProps) {
  const { imageFormats } = useShopSettings();
  const [width, height] = sizes[size].split('x').map(Number) as [number, number];
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || imageFormats.length === 0 || broken === url)
    return (
      <PictureFrame className={className}>
        <WavePattern seed={seed} width={width} height={height} />
      </PictureFrame>
    );
  return (
    <Picture
      {...rest}
      formats={imageFormats}
      file={(format, density) => itemImageUrl(url, sizes[size], format, density)}
      width={width}
      height={height}
      shownWidth={shownWidth}
      onBroken={() => setBroken(url)}
      className={className}
    />
  );
}
