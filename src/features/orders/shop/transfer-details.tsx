import { useBundle } from '#browser/session-store.ts';
import { openTransferOf } from '#features/payments/domain/next-step.ts';
import { decimalFigure, formatMoney } from '#kernel/money.ts';
import { text } from '#kernel/text.ts';
import { wholeCodes } from '#kernel/whole-codes.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Prose } from '#ui/prose.tsx';
import type { Order } from '../contract.ts';
import { bankTransferHtml, type OpenTransfer, transferTemplate } from '../domain/bank-transfer-text.ts';
import { keptUntilText } from './kept-until-text.ts';
import styles from './order-page.module.css';

/** What to transfer for an order (spec 2, 'Awaiting Payment'). */
export function AwaitTransfer({ order }: { order: Order }) {
  const { config } = useBundle();
  const transfer = openTransferOf(order);
  if (!transfer) return null;
  const keptUntil = keptUntilText(order, config);
  return (
    <Notice tone="warn" heading={text('Awaiting Payment')} className={styles.next}>
      <TransferDetails transfer={transfer} />
      {keptUntil && <p>{keptUntil}</p>}
    </Notice>
  );
}

/** The same for the next part of a plan, which can also be paid by card. */
export function TransferInstead({ order }: { order: Order }) {
  const transfer = openTransferOf(order);
  if (!transfer) return null;
  return (
    <details className={styles.instead}>
      <summary>{text('Pay by bank transfer instead')}</summary>
      <TransferDetails transfer={transfer} />
    </details>
  );
}

/** The operator's text, and amount and code once more to be copied into a bank's form. */
function TransferDetails({ transfer }: { transfer: OpenTransfer }) {
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
