import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { SitePicture } from '#ui/picture.tsx';
import styles from './hero.module.css';

/** The full site banner with the home page's heading. A shade gives the text enough contrast on any picture. */
export function Hero({ title, line, action }: { title: string; line: string; action?: ReactNode }) {
  const { banner, bannerMobile } = useBundle().config;
  const narrow = bannerMobile && {
    image: bannerMobile,
    media: '(max-width: 719.98px)',
    shownWidth: widthAtHeight(bannerMobile, 460),
  };
  return (
    <div className={styles.hero}>
      {banner && (
        <SitePicture
          image={banner}
          narrow={narrow}
          eager
          shownWidth={widthAtHeight(banner, 540)}
          className={styles.picture}
        />
      )}
      <div className={styles.shade}>
        <div className={`page ${styles.words}`}>
          <h1 className={styles.title}>{title}</h1>
          {line && <p className={styles.line}>{line}</p>}
          {action && <p className={styles.action}>{action}</p>}
        </div>
      </div>
    </div>
  );
}

/** Returns the width at which the picture covers the window and this height, less 2 % as for products. */
const widthAtHeight = ({ width, height }: { width: number; height: number }, shown: number): string =>
  `max(98vw, ${Math.floor((0.98 * shown * width) / height)}px)`;
