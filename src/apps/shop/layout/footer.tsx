import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { chooseTracking, useHasTracking } from '#features/tracking/shop/public.tsx';
import { markedText } from '#kernel/language.ts';
import { CardLogos } from '#ui/card-logos.tsx';
import { MailIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
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

/** Links, contact, social profiles and cards. */
export function Footer() {
  const { text } = useLanguage();
  const { config } = useBundle();
  const { operator } = config;
  const hasPayment = config.shopPaymentCreditCard || config.paymentGateway === GATEWAY_WITH_BADGES;
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <section aria-labelledby="useful-links">
          <h2 id="useful-links" className={styles.heading}>
            {text('Useful Links')}
          </h2>
          <PlainList className={styles.links}>
            <UsefulLinks />
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
        <SocialLinks />
        {hasPayment && (
          <section aria-labelledby="payment" className={styles.payment}>
            <h2 id="payment" className={styles.heading}>
              {text('Payment')}
            </h2>
            <CardLogos className={styles.logos} />
            <PaymentBadges gateway={config.paymentGateway} />
          </section>
        )}
      </div>
    </footer>
  );
}

/** The footer of pages where people log in, pay or manage what they bought: links and contact, in the same order. */
export function ShortFooter() {
  const { text } = useLanguage();
  const { operator } = useBundle().config;
  return (
    <footer className={`${styles.footer} ${styles.short}`}>
      <div className="page">
        <PlainList className={styles.row} label={text('Useful Links')}>
          <UsefulLinks />
        </PlainList>
        <p className={styles.row}>
          <a className={styles.link} href={`mailto:${operator.email}`}>
            <MailIcon size={18} />
            {operator.email}
          </a>
          <span className={styles.seller}>{[operator.name, ...operator.address].join(', ')}</span>
        </p>
      </div>
    </footer>
  );
}

function UsefulLinks() {
  const { text, translate } = useLanguage();
  const hasTracking = useHasTracking();
  return (
    <>
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
    </>
  );
}
