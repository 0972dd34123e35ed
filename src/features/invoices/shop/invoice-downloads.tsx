import type { Order } from '#features/orders/contract.ts';
import { ButtonLink } from '#ui/button.tsx';
import { invoicePath } from '../domain/invoice-path.ts';
import styles from './invoice-downloads.module.css';

/** The documents of an order: its invoice, and a credit note for each refund that was paid. Nothing before there are any. */
export function InvoiceDownloads({ order }: { order: Order }) {
  if (!order.has_invoice) return null;
  return (
    <div className={styles.downloads}>
      <Download label="Download Invoice" href={invoicePath(order.code, order.checksum)} />
      {order.credit_notes.map(({ code }) => (
        <Download
          key={code}
          label={`Download Credit Note ${code}`}
          href={invoicePath(order.code, order.checksum, code)}
        />
      ))}
      <p className={styles.note} aria-hidden="true">
        PDF, opens in a new window
      </p>
    </div>
  );
}

function Download({ label, href }: { label: string; href: string }) {
  return (
    <ButtonLink kind="secondary" wide newWindow href={href} aria-label={`${label} (PDF, opens in a new window)`}>
      {label}
    </ButtonLink>
  );
}
