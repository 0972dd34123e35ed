import { useBundle } from '#browser/session-store.ts';
import { SitePicture } from '#ui/product-image.tsx';
import styles from './hero.module.css';

/** The full site banner with the home page's heading on it. Text over the picture stands on a shade (contrast whatever the picture). */
export function Hero({ title, line }: { title: string; line: string }) {
  const { banner, bannerMobile } = useBundle().config;
  const narrow = bannerMobile && { image: bannerMobile, media: '(max-width: 719.98px)' };
  return (
    <div className={styles.hero}>
      {banner && <SitePicture image={banner} narrow={narrow} eager className={styles.picture} />}
      <div className={styles.shade}>
        <div className={`page ${styles.words}`}>
          <h1 className={styles.title}>{title}</h1>
          {line && <p className={styles.line}>{line}</p>}
        </div>
      </div>
    </div>
  );
}
