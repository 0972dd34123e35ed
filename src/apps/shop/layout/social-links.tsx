import { useBundle } from '#browser/session-store.ts';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './footer.module.css';

export function SocialLinks() {
  const { text } = useLanguage();
  const { config } = useBundle();
  const profiles = [
    { name: 'Facebook', url: config.socialFacebook },
    { name: 'Instagram', url: config.socialInstagram },
    { name: 'X', url: config.socialX },
    { name: 'YouTube', url: config.socialYoutube },
  ].filter((profile) => profile.url);
  if (profiles.length === 0) return null;
  return (
    <section aria-labelledby="social">
      <h2 id="social" className={styles.heading}>
        {text('Follow us')}
      </h2>
      <PlainList>
        {profiles.map(({ name, url }) => (
          <li key={name}>
            <a className={styles.link} href={url!} rel="noopener me">
              <SocialIcon name={name} />
              {name}
            </a>
          </li>
        ))}
      </PlainList>
    </section>
  );
}

function SocialIcon({ name }: { name: string }) {
  return (
    <svg width={18} height={18} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false">
      <path d={icons[name]} fillRule="evenodd" />
    </svg>
  );
}

const icons: Readonly<Record<string, string>> = {
  Facebook:
    'M13.6 22v-8h2.8l.5-3.4h-3.3V8.4c0-1 .5-1.9 2-1.9h1.5V3.6S15.8 3.3 14.5 3.3c-2.8 0-4.5 1.7-4.5 4.7v2.6H7V14h3v8Z',
  Instagram:
    'M8 2h8a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Zm0 2a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h8a4 4 0 0 0 4-4V8a4 4 0 0 0-4-4Zm4 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.3-3.6a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  X: 'M3 3h5.6l4.4 6L18.2 3H21l-6.7 7.7L21.5 21h-5.6l-4.7-6.5L5.5 21H2.7l7.2-8.3Zm3.6 1.8 9.9 14.4h1.7L8.3 4.8Z',
  YouTube:
    'M12 4.5c4 0 7.4.2 8.4.6 1.6.7 2.1 3 2.1 6.9s-.5 6.2-2.1 6.9c-1 .4-4.4.6-8.4.6s-7.4-.2-8.4-.6C2 18.2 1.5 15.9 1.5 12s.5-6.2 2.1-6.9c1-.4 4.4-.6 8.4-.6ZM9.8 8.6v6.8l6-3.4Z',
};
