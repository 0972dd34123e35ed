import { useBundle } from '#browser/session-store.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { wholeCodes } from '#kernel/whole-codes.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Prose } from '#ui/prose.tsx';
import { bankTransferHtml, type OpenTransfer, transferTemplate } from '../domain/bank-transfer-text.ts';
import styles from './transfer-details.module.css';

/** Details of the transfer that an order waits for; renders nothing without one. */
export function AwaitTransfer({ transfer }: { transfer: OpenTransfer | null }) {
  const { text } = useLanguage();
  if (!transfer) return null;
  return (
    <Notice tone="warn" heading={text('Awaiting Payment')} className={styles.notice}>
      <TransferDetails transfer={transfer} />
    </Notice>
  );
}

/** The same details, collapsed below another way to pay. */
export function FoldedTransfer({ transfer, summary }: { transfer: OpenTransfer | null; summary: string }) {
  if (!transfer) return null;
  return (
    <details className={styles.folded}>
      <summary>{summary}</summary>
      <TransferDetails transfer={transfer} />
    </details>
  );
}

/** The operator's text with the account, and buttons that copy amount and code. */
function TransferDetails({ transfer }: { transfer: OpenTransfer }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const amount = formatMoney(transfer.amount, config);
  const words = bankTransferHtml(transferTemplate(config.texts, transfer), { amount, code: transfer.code });
  return (
    <>
      <Prose html={wholeCodes(words, (code) => `<span class="whole">${code}</span>`)} />
      <dl className={styles.copies}>
        <div>
          <dt>{text('Amount')}</dt>
          <dd>
            {amount} <CopyButton text={decimalFigure(transfer.amount, config.currencyDigits)} what={text('amount')} />
          </dd>
        </div>
        <div>
          <dt>{text('Reference')}</dt>
          <dd>
            <Code>{transfer.code}</Code> <CopyButton text={transfer.code} what={text('reference')} />
          </dd>
        </div>
      </dl>
    </>
  );
}
