import type { Order } from '#features/orders/contract.ts';
import { text } from '#kernel/text.ts';
import { ButtonLink } from '#ui/button.tsx';
import { invoicePath } from '../domain/invoice-path.ts';
import styles from './invoice-downloads.module.css';

/** The documents of an order: its invoice, and a credit note for each refund that was paid. Nothing before there are any. */
export function InvoiceDownloads({ order }: { order: Order }) {
  if (!order.has_invoice) return null;
  return (
    <div className={styles.downloads}>
      <Download label={text('Download Invoice')} href={invoicePath(order.code, order.checksum)} />
      {order.credit_notes.map(({ code }) => (
        <Download
          key={code}
          label={text('Download Credit Note {code}', { code })}
          href={invoicePath(order.code, order.checksum, code)}
        />
      ))}
      <p className={styles.note} aria-hidden="true">
        {text('PDF, opens in a new window')}
      </p>
    </div>
  );
}

function Download({ label, href }: { label: string; href: string }) {
  return (
    <ButtonLink
      kind="secondary"
      wide
      newWindow
      href={href}
      aria-label={text('{label} (PDF, opens in a new window)', { label })}
    >
      {label}
    </ButtonLink>
  );
}
