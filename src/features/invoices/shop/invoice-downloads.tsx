import type { ReactNode } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { invoicePath } from '#features/shop-config/domain/invoice-path.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './invoice-downloads.module.css';

/** Download buttons for an order's documents: invoices for payments on account, the invoice, and credit notes. */
export function InvoiceDownloads({ order }: { order: Order }) {
  const { text, textNodes } = useLanguage();
  if (!hasDocuments(order)) return null;
  return (
    <div className={styles.downloads}>
      {order.advance_invoices.map(({ code }) => (
        <Download
          key={code}
          label={text('Download Invoice {code}', { code })}
          href={invoicePath(order.code, order.invoice_checksum, code)}
        >
          <span>{textNodes('Download Invoice {code}', { code: <Code>{code}</Code> })}</span>
        </Download>
      ))}
      {order.has_invoice ? (
        <Download label={text('Download Invoice')} href={invoicePath(order.code, order.invoice_checksum)} />
      ) : null}
      {order.credit_notes.map(({ code }) => (
        <Download
          key={code}
          label={text('Download Credit Note {code}', { code })}
          href={invoicePath(order.code, order.invoice_checksum, code)}
        >
          {/* One element, because the button places its children side by side. */}
          <span>{textNodes('Download Credit Note {code}', { code: <Code>{code}</Code> })}</span>
        </Download>
      ))}
    </div>
  );
}

/** Describes all documents at once; assistive technology reads the description in each button's name. */
export function InvoiceDownloadsNote({ order }: { order: Order }) {
  const { text } = useLanguage();
  if (!hasDocuments(order)) return null;
  return (
    <p className={styles.note} aria-hidden="true">
      {text('Invoices and credit notes are PDF files and open in a new window.')}
    </p>
  );
}

const hasDocuments = (order: Order): boolean => order.has_invoice || order.advance_invoices.length > 0;

/** Shows its label, or children if part of the label must not wrap. */
function Download({ label, href, children = label }: { label: string; href: string; children?: ReactNode }) {
  const { text } = useLanguage();
  return (
    <ButtonLink
      kind="secondary"
      wide
      newWindow
      href={href}
      aria-label={text('{label} (PDF, opens in a new window)', { label })}
    >
      {children}
    </ButtonLink>
  );
}
