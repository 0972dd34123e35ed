import { Link } from 'react-router';
import { useBundle } from '#browser/session-store.ts';
import type { SiteImage } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { LogoMark } from '#ui/icons.tsx';
import { SitePicture } from '#ui/picture.tsx';
import styles from './logo.module.css';

/** A logo that is wider than this, in heights, bears the shop's name itself; beside a sign the name is written. */
const BEARS_NAME_FROM = 1.6;

/** The way home: the operator's logo, or the shop's own sign, with the shop's name. */
export function Logo() {
  const { config } = useBundle();
  const { logo, logoDark } = config;
  const bearsName = logo !== null && logo.width / logo.height >= BEARS_NAME_FROM;
  return (
    <Link to={paths.home()} className={styles.logo}>
      {logo ? (
        <Pictures logo={logo} logoDark={logoDark ?? logo} alt={bearsName ? config.name : ''} />
      ) : (
        <LogoMark size={36} className={styles.mark} />
      )}
      {!bearsName && <span className={styles.name}>{config.name}</span>}
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
