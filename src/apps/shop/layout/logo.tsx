import { useBundle } from '#browser/session-store.ts';
import type { SiteImage } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { LogoMark } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { SitePicture } from '#ui/picture.tsx';
import styles from './logo.module.css';

/** Width divided by height. A wider logo contains the shop's name; a narrower one has the name written next to it. */
const MIN_RATIO_WITH_NAME = 1.6;

/** Links to the home page, with the operator's logo or our default one and the shop's name. */
export function Logo() {
  const { config } = useBundle();
  const { logo, logoDark } = config;
  const hasName = logo !== null && logo.width / logo.height >= MIN_RATIO_WITH_NAME;
  return (
    <Link to={paths.home()} className={styles.logo}>
      {logo ? (
        <Pictures logo={logo} logoDark={logoDark ?? logo} alt={hasName ? config.name : ''} />
      ) : (
        <LogoMark size={36} className={styles.mark} />
      )}
      {!hasName && <span className={styles.name}>{config.name}</span>}
    </Link>
  );
}

function Pictures({ logo, logoDark, alt }: { logo: SiteImage; logoDark: SiteImage; alt: string }) {
  return (
    <>
      <SitePicture image={logo} alt={alt} eager className={`${styles.picture} ${styles.light}`} />
      <SitePicture image={logoDark} alt={alt} eager className={`${styles.picture} ${styles.dark}`} />
    </>
  );
}
