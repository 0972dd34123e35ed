import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

const mimeTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** Both densities with their widths where it is known how wide the picture stands, else with the densities alone. */
const bothFiles = (
  file: PictureProps['file'],
  format: string,
  width: number,
  shownWidth: string | undefined,
): string => {
  const [once, twice] = [file(format, 1), file(format, 2)];
  return shownWidth ? `${once} ${width}w, ${twice} ${2 * width}w` : `${once} 1x, ${twice} 2x`;
};

export interface PictureProps {
  /** Extensions of the files, best first; the last one every browser can show. */
  formats: readonly string[];
  /** The address of one file. */
  file: (format: string, density: 1 | 2) => string;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Empty for decoration, which is the default: the name stands beside the picture. */
  alt?: string;
  /** Not lazy and first in line: only for what is in sight at once and matters. */
  eager?: boolean;
  /** How wide it stands on the page where that is not its own width: `sizes` of HTML. */
  shownWidth?: string;
  /** The file did not come. */
  onBroken?: () => void;
  /** Sources of another composition, before all others. */
  children?: ReactNode;
  className?: string;
}

/** A picture in the best format the browser knows, at its own size, so that nothing moves when it arrives. */
export function Picture(picture: PictureProps) {
  const { formats, file, width, height, alt = '', eager = false, shownWidth, onBroken, children, className } = picture;
  const fallback = formats.at(-1) ?? 'jpg';
  return (
    <picture className={classNames(styles.frame, className)}>
      {children}
      {formats.slice(0, -1).map((format) => (
        <source
          key={format}
          type={mimeTypes[format] ?? `image/${format}`}
          srcSet={bothFiles(file, format, width, shownWidth)}
          sizes={shownWidth}
        />
      ))}
      <img
        // A picture that could not be had before the page came to life reports no error any more.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.loading === 'eager') onBroken?.();
        }}
        onError={onBroken}
        src={file(fallback, 1)}
        srcSet={bothFiles(file, fallback, width, shownWidth)}
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

/** The frame of a picture around what stands in its place. */
export const PictureFrame = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={classNames(styles.frame, className)}>{children}</span>
);

export interface SitePictureProps {
  /** `<url>.<format>` and `<url>@2x.<format>` (the configuration's site images). */
  image: { url: string; width: number; height: number; formats: readonly string[] };
  /** Another composition for narrow screens. */
  narrow?: { image: SitePictureProps['image']; media: string; shownWidth?: string } | null;
  alt?: string;
  eager?: boolean;
  shownWidth?: string;
  className?: string;
}

const fileOf =
  ({ url }: SitePictureProps['image']): PictureProps['file'] =>
  (format, density) =>
    `${url}${density === 2 ? '@2x' : ''}.${format}`;

/** A picture of the site itself, such as the banner; it may have another composition for phones. */
export function SitePicture({ image, narrow, ...rest }: SitePictureProps) {
  return (
    <Picture {...rest} formats={image.formats} file={fileOf(image)} width={image.width} height={image.height}>
      {narrow?.image.formats.map((format) => (
        <source
          key={`narrow-${format}`}
          media={narrow.media}
          type={mimeTypes[format] ?? `image/${format}`}
          srcSet={bothFiles(fileOf(narrow.image), format, narrow.image.width, narrow.shownWidth)}
          sizes={narrow.shownWidth}
          width={narrow.image.width}
          height={narrow.image.height}
        />
      ))}
    </Picture>
  );
}
