import { Link } from 'react-router';
import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { chooseTracking, useHasTracking } from '#features/tracking/shop/public.tsx';
import { markedText } from '#kernel/language.ts';
import { MailIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import { CardLogos } from './card-logos.tsx';
import styles from './footer.module.css';
import { GATEWAY_WITH_BADGES, PaymentBadges } from './payment-badges.tsx';
import { SocialLinks } from './social-links.tsx';

const usefulLinks = [
  { label: markedText('Security statement'), to: paths.securityStatement() },
  { label: markedText('Terms and Conditions'), to: paths.termsConditions() },
  { label: markedText('Cookie policy'), to: paths.cookiePolicy() },
  { label: markedText('Privacy policy'), to: paths.privacyPolicy() },
  { label: markedText('FAQs'), to: paths.faqs() },
  { label: markedText('Accessibility statement'), to: paths.accessibility() },
];

/** Links, contact, social profiles and cards. The quiet version has only links and contact, in the same order. */
export function Footer({ isQuiet }: { isQuiet: boolean }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const { operator } = config;
  const hasTracking = useHasTracking();
  const hasPayment = config.shopPaymentCreditCard || config.paymentGateway === GATEWAY_WITH_BADGES;
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <section aria-labelledby="useful-links">
          <h2 id="useful-links" className={styles.heading}>
            {text('Useful Links')}
          </h2>
          <PlainList className={styles.links}>
            {usefulLinks.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {translate(label)}
                </Link>
              </li>
            ))}
            {hasTracking && (
              <li>
                <button type="button" className={styles.link} onClick={chooseTracking}>
                  {text('Tracking choice')}
                </button>
              </li>
            )}
          </PlainList>
        </section>
        <section aria-labelledby="contact">
          <h2 id="contact" className={styles.heading}>
            {text('Contact')}
          </h2>
          <p>
            <a className={styles.link} href={`mailto:${operator.email}`}>
              <MailIcon size={18} />
              {operator.email}
            </a>
          </p>
          <address className={styles.address}>
            <span>{operator.name}</span>
            {operator.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </section>
        {!isQuiet && <SocialLinks />}
        {hasPayment && (
          <section aria-labelledby="payment" className={styles.payment}>
            <h2 id="payment" className={styles.heading}>
              {text('Payment')}
            </h2>
            <CardLogos />
            <PaymentBadges gateway={config.paymentGateway} />
          </section>
        )}
      </div>
    </footer>
  );
}
