import { useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './product-image.module.css';
import { useShopSettings } from './shop-settings.tsx';
import { WavePattern } from './wave-pattern.tsx';

/** The sizes in CSS pixels that exist of every item picture. */
export const imageSizes = {
  card: [350, 350],
  tall: [350, 500],
  page: [500, 500],
  thumbnail: [100, 100],
} as const satisfies Record<string, readonly [number, number]>;

export type ImageSize = keyof typeof imageSizes;

/**
 * How wide a picture of each size stands on a page, as `sizes` of HTML, so that a phone takes no more pixels than it shows: cards
 * in the columns of `StubGrid` and of the home page, the product's page. Thumbnails are as wide everywhere. Said a little less
 * than it is: browsers take the next larger file for one missing pixel in a hundred.
 */
const shownWidths: Readonly<Record<ImageSize, string | undefined>> = {
  card: '(max-width: 343px) 92vw, (max-width: 514px) 44vw, (max-width: 719px) 30vw, 350px',
  tall: '(max-width: 719px) 44vw, 350px',
  page: '(max-width: 719px) 90vw, 500px',
  thumbnail: undefined,
};

const mimeTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** The file of one size, format and density of an item picture: `<url>-350x350.webp`, `<url>-350x350@2x.webp`. */
export function imageFile(url: string, size: ImageSize, format: string, density: 1 | 2 = 1): string {
  const [width, height] = imageSizes[size];
  return `${url}-${width}x${height}${density === 2 ? '@2x' : ''}.${format}`;
}

/** Both files with their widths where it is known how wide the picture stands, else with their densities. */
const bothFiles = (once: string, twice: string, width: number, shownWidth: string | undefined): string =>
  shownWidth ? `${once} ${width}w, ${twice} ${2 * width}w` : `${once} 1x, ${twice} 2x`;

export interface ProductImageProps {
  /** `shop_image`: the address without size and extension; null shows waves. */
  url: string | null;
  size: ImageSize;
  /** Empty for decoration, which is the default: the name stands beside the picture. */
  alt?: string;
  /** Makes the waves of a missing picture; the item's external code. */
  seed: string;
  /** Not lazy and first in line: only for what is in sight at once and matters. */
  eager?: boolean;
  /** Where the picture stands wider or narrower than those of its size do: `sizes` of HTML. */
  shownWidth?: string;
  className?: string;
}

/** An item picture in the best format the browser knows, at its own size, so that nothing moves when it arrives. */
export function ProductImage({
  url,
  size,
  alt = '',
  seed,
  eager = false,
  shownWidth = shownWidths[size],
  className,
}: ProductImageProps) {
  const { imageFormats } = useShopSettings();
  const [width, height] = imageSizes[size];
  const fallback = imageFormats.at(-1);
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || fallback === undefined || broken === url)
    return (
      <span className={classNames(styles.frame, className)}>
        <WavePattern seed={seed} width={width} height={height} className={styles.image} />
      </span>
    );
  const files = (format: string) =>
    bothFiles(imageFile(url, size, format), imageFile(url, size, format, 2), width, shownWidth);
  return (
    <picture className={classNames(styles.frame, className)}>
      {imageFormats.slice(0, -1).map((format) => (
        <source key={format} type={mimeTypes[format] ?? `image/${format}`} srcSet={files(format)} sizes={shownWidth} />
      ))}
      <img
        className={styles.image}
        // A picture that could not be had before the page came to life reports no error any more.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.loading === 'eager') setBroken(url);
        }}
        onError={() => setBroken(url)}
        src={imageFile(url, size, fallback)}
        srcSet={files(fallback)}
        sizes={shownWidth}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

export interface SitePictureProps {
  /** `<url>.<format>` and `<url>@2x.<format>` (the configuration's site images). */
  image: { url: string; width: number; height: number; formats: readonly string[] };
  /** Another composition for narrow screens. */
  narrow?: { image: SitePictureProps['image']; media: string; shownWidth?: string } | null;
  alt?: string;
  eager?: boolean;
  /** How wide it stands on the page where that is not its own width: `sizes` of HTML. */
  shownWidth?: string;
  className?: string;
}

const siteFiles = ({ url, width }: SitePictureProps['image'], format: string, shownWidth?: string): string =>
  bothFiles(`${url}.${format}`, `${url}@2x.${format}`, width, shownWidth);

/** A picture of the site itself, such as the banner; it may have another composition for phones. */
export function SitePicture({ image, narrow, alt = '', eager = false, shownWidth, className }: SitePictureProps) {
  const fallback = image.formats.at(-1) ?? 'jpg';
  return (
    <picture className={classNames(styles.frame, className)}>
      {narrow?.image.formats.map((format) => (
        <source
          key={`narrow-${format}`}
          media={narrow.media}
          type={mimeTypes[format] ?? `image/${format}`}
          srcSet={siteFiles(narrow.image, format, narrow.shownWidth)}
          sizes={narrow.shownWidth}
          width={narrow.image.width}
          height={narrow.image.height}
        />
      ))}
      {image.formats.slice(0, -1).map((format) => (
        <source
          key={format}
          type={mimeTypes[format] ?? `image/${format}`}
          srcSet={siteFiles(image, format, shownWidth)}
          sizes={shownWidth}
        />
      ))}
      <img
        className={styles.image}
        src={`${image.url}.${fallback}`}
        srcSet={siteFiles(image, fallback, shownWidth)}
        sizes={shownWidth}
        width={image.width}
        height={image.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
