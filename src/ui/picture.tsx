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

/** Returns a `srcset` of both densities: by width if the shown width is known, else by density. */
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
  /** File extensions, best first. Every browser supports the last one. */
  formats: readonly string[];
  file: (format: string, density: 1 | 2) => string;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** Empty by default, because the name is next to the picture. */
  alt?: string;
  /** Whether it loads immediately and with priority, as important pictures at the top of the page do. */
  eager?: boolean;
  /** The HTML attribute `sizes`, if the picture is not shown at its own width. */
  shownWidth?: string;
  onBroken?: () => void;
  /** Sources that precede all others. */
  children?: ReactNode;
  className?: string;
}

/** Shows the best supported format. Width and height are set, so that nothing moves when the picture arrives. */
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
        // A picture that failed before hydration reports no error afterwards.
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

/** Frames what replaces a picture. */
export const PictureFrame = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={classNames(styles.frame, className)}>{children}</span>
);

export interface SitePictureProps {
  /** Files are at `<url>.<format>` and `<url>@2x.<format>` (the configuration's site images). */
  image: { url: string; width: number; height: number; formats: readonly string[] };
  /** Another picture for narrow screens. */
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

/** For pictures of the site itself, such as the banner. */
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
