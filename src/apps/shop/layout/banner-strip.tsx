import { useBundle } from '#browser/session-store.ts';
import { classNames } from '#ui/class-names.ts';
import { SitePicture } from '#ui/picture.tsx';
import styles from './banner-strip.module.css';

/** The faded site banner under the header of all pages but home. Item pages on phones show their picture instead. */
export function BannerStrip({ isAboveItem }: { isAboveItem: boolean }) {
  const { banner } = useBundle().config;
  if (!banner) return <div className={styles.none} />;
  return (
    <div className={classNames(styles.strip, isAboveItem && styles.aboveItem)} aria-hidden="true">
      <SitePicture image={banner} shownWidth="100vw" className={styles.picture} />
    </div>
  );
}
