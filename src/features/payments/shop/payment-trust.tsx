import type { PublicConfig } from '#features/shop-config/contract.ts';
import { CardMarks } from '#ui/card-logos.tsx';
import { LockIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { providerName } from '../domain/provider-name.ts';
import styles from './payment-trust.module.css';

type TrustConfig = Pick<PublicConfig, 'paymentGateway' | 'shopPaymentCreditCard'>;

/** Where the card number goes, and which cards are accepted. Phrasing content, so that a label can contain it. */
export function PaymentTrust({ config }: { config: TrustConfig }) {
  return (
    <span className={styles.trust}>
      <SecureProvider config={config} />
      {config.shopPaymentCreditCard && <CardMarks />}
    </span>
  );
}

/** A lock, the payment provider's name, and the promise that the shop never sees the card number. */
export function SecureProvider({ config }: { config: Pick<TrustConfig, 'paymentGateway'> }) {
  const { text } = useLanguage();
  return (
    <span className={styles.secure}>
      <LockIcon size={16} className={styles.lock} />
      <span>
        {text('Secure payment with {provider}. Your card number never reaches us.', {
          provider: providerName(config.paymentGateway),
        })}
      </span>
    </span>
  );
}
