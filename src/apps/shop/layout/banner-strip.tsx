import { useBundle } from '#browser/session-store.ts';
import { SitePicture } from '#ui/picture.tsx';
import styles from './banner-strip.module.css';

/** The site banner on all pages but home: a faded, decorative strip under the header. */
export function BannerStrip() {
  const { banner } = useBundle().config;
  if (!banner) return <div className={styles.none} />;
  return (
    <div className={styles.strip} aria-hidden="true">
      <SitePicture image={banner} shownWidth="100vw" className={styles.picture} />
    </div>
  );
}
