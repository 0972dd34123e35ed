import { lazy, type ReactNode, Suspense } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { transferPath } from '#features/shop-config/domain/transfer-path.ts';
import { printedNumber } from '#kernel/account-number.ts';
import { formatDate } from '#kernel/dates.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { wholeCodes } from '#kernel/whole-codes.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Prose } from '#ui/prose.tsx';
import type { Order } from '../contract.ts';
import { bankTransferHtml, type OpenTransfer, transferTemplate } from '../domain/bank-transfer-text.ts';
import { transferCodes } from '../domain/transfer-codes.ts';
import { codeCaption, codeLabel } from '../words/transfer-codes.ts';
import styles from './transfer-details.module.css';

const QrCode = lazy(() => import('#ui/qr-code.tsx'));
const Pdf417Code = lazy(() => import('#ui/pdf417-code.tsx'));

/** The code and checksum that open the document with a transfer's details. */
type SlipLink = Pick<Order, 'code' | 'payment_checksum'>;

/** The details of the transfer that an order waits for; renders nothing without a transfer. */
export function AwaitTransfer({ transfer, slip }: { transfer: OpenTransfer | null; slip: SlipLink }) {
  const { text } = useLanguage();
  if (!transfer) return null;
  return (
    <Notice tone="warn" heading={text('Awaiting Payment')} className={styles.notice}>
      <TransferDetails transfer={transfer} slip={slip} />
    </Notice>
  );
}

interface CollapsedTransferProps {
  transfer: OpenTransfer | null;
  summary: string;
  /** Absent if there is no document for this transfer. */
  slip?: SlipLink;
  /** Whether it is open at first: if a transfer is the only remaining way to pay. */
  isOpen?: boolean;
}

/** The details of a transfer, collapsed below another way to pay. */
export function CollapsedTransfer({ transfer, summary, slip, isOpen = false }: CollapsedTransferProps) {
  if (!transfer) return null;
  return (
    <details className={styles.folded} open={isOpen}>
      <summary>{summary}</summary>
      <TransferDetails transfer={transfer} slip={slip} />
    </details>
  );
}

/**
 * The operator's text, then the values of the transfer with buttons that copy them, and the codes for banking apps.
 */
function TransferDetails({ transfer, slip }: { transfer: OpenTransfer; slip: SlipLink | undefined }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const amount = formatMoney(transfer.amount, config);
  const words = bankTransferHtml(transferTemplate(config.texts, transfer), { amount, code: transfer.code });
  const account = config.shopPaymentBankTransferAccount;
  return (
    <>
      <Prose html={wholeCodes(words, (code) => `<span class="whole">${code}</span>`)} />
      <div className={styles.details}>
        <dl className={styles.values}>
          {account && (
            <>
              <Value label={text('Payee')} copied={account.payee} what={text('payee')}>
                {account.payee}
              </Value>
              <Value label={text('IBAN')} copied={account.iban} what={text('IBAN')}>
                <Code>{printedNumber(account.iban)}</Code>
              </Value>
              {account.bic && (
                <Value label={text('BIC')} copied={account.bic} what={text('BIC')}>
                  <Code>{account.bic}</Code>
                </Value>
              )}
              {account.bank && <Value label={text('Bank')}>{account.bank}</Value>}
            </>
          )}
          <Value
            label={text('Amount')}
            copied={decimalFigure(transfer.amount, config.currencyDigits)}
            what={text('amount')}
          >
            {amount}
          </Value>
          <Value label={text('Reference')} copied={transfer.code} what={text('reference')}>
            <Code>{transfer.code}</Code>
          </Value>
          {transfer.deadline && <Value label={text('Transfer by')}>{formatDate(transfer.deadline, config)}</Value>}
        </dl>
        <TransferCodes transfer={transfer} />
      </div>
      {slip && account && (
        <p className={styles.slip}>
          <a href={transferPath(slip.code, slip.payment_checksum, transfer.code)} target="_blank" rel="noopener">
            {text('Print these details (PDF, opens in a new window)')}
          </a>
        </p>
      )}
    </>
  );
}

interface ValueProps {
  label: string;
  /** The text that the button copies. Without it, there is no button. */
  copied?: string;
  /** Completes the button's accessible name. */
  what?: string;
  children: ReactNode;
}

const Value = ({ label, copied, what = label, children }: ValueProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
    {copied && (
      <dd className={styles.copy}>
        <CopyButton text={copied} what={what} />
      </dd>
    )}
  </div>
);

/** The payment codes to scan. There are two only if the account's country has its own standard. */
function TransferCodes({ transfer }: { transfer: OpenTransfer }) {
  const { translate } = useLanguage();
  const { config } = useBundle();
  const codes = transferCodes(config, transfer);
  return codes.map((code) => {
    const Picture = code.draws === 'qr' ? QrCode : Pdf417Code;
    return (
      <figure key={code.standard} className={code.draws === 'qr' ? styles.qr : styles.bars}>
        <div className={styles.picture}>
          <Suspense>
            <Picture text={code.text} label={translate(codeLabel(code))} />
          </Suspense>
        </div>
        <figcaption>{translate(codeCaption(code, codes.length === 1))}</figcaption>
      </figure>
    );
  });
}
