import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { previewOrDo } from '#features/previews/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeRefusal,
  previewChanged,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { type CalendarDay, localDay } from '#kernel/local-day.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { maskedNumber } from '../domain/bank-details.ts';
import { transferFileState, whyNotCancel } from '../domain/transfer-file.ts';
import * as contract from '../office-contract.ts';
import { type AdvanceRefusal, finishRefund, holdRefund } from './advance-refund.ts';
import { type ApproveRefusal, approveTransferFile } from './approve-transfer-file.ts';
import { type CancelFileRefusal, cancelTransferFile } from './cancel-transfer-file.ts';
import { orderOf } from './decide-commands.ts';
import { type FileRefusal, makeTransferFile, nextTransferFile } from './make-transfer-file.ts';
import type { OfficeRefundParts } from './office-refunds.ts';
import { openAccounts } from './open-account.ts';
import type { PayerRefusal } from './payer.ts';
import type { RefundParts } from './refund-parts.ts';
import type { RefundRow } from './refund-store.ts';
import { readableDetails } from './sealed-details.ts';
import { creditsOf, type ListedFile, listTransferFiles, transferFile } from './transfer-files-store.ts';
import { shortenedName } from './transfer-orders.ts';
import { type WriteRefusal, writeTransferFile } from './write-transfer-file.ts';

const MAX_FILES = 200;

const payerRefusals = {
  payer_name_loses_letters: conflict(
    markedText('A bank cannot write the operator’s name. Give it in Latin letters in the shop folder.'),
  ),
  no_payer_name: conflict(markedText('The operator’s name is missing in the shop folder.')),
  no_payer_iban: conflict(markedText('The account that pays is missing: operator.bank_iban in the shop folder.')),
  wrong_payer_iban: conflict(markedText('The IBAN of the account that pays does not look right.')),
  wrong_payer_bic: conflict(markedText('The BIC of the account that pays does not look right.')),
} as const;
const payerRefusal = httpRefusals<PayerRefusal>(payerRefusals);
const NOT_EUROS = conflict(markedText('Refund files are in euros. Pay these refunds by hand.'));

const makeRefusal = httpRefusals<FileRefusal>({
  ...payerRefusals,
  other_currency: NOT_EUROS,
  nothing_to_write: conflict(markedText('No refund waits for a file.')),
  not_expected: previewChanged,
  needs_two_people: conflict(markedText('This file needs a second person. Make it in the office.')),
});

const approveRefusal = httpRefusals<ApproveRefusal>({
  unknown_file: notFound,
  not_waiting: conflict(markedText('This file is no longer waiting for a second person.')),
  same_person: conflict(markedText('You made this file. Somebody else has to approve it.')),
});

const cancelRefusal = httpRefusals<CancelFileRefusal>({
  unknown_file: notFound,
  cancelled_before: conflict(markedText('This file is cancelled already.')),
  bank_has_it: conflict(markedText('The bank has paid or returned refunds of this file, so it cannot be cancelled.')),
});

const writeRefusal = httpRefusals<WriteRefusal>({
  ...payerRefusals,
  unknown_file: notFound,
  cancelled: conflict(markedText('This file is cancelled. Its refunds are in the next one.')),
  waits_for_approval: conflict(markedText('A second person has to approve this file first.')),
  no_longer_the_same: conflict(
    markedText('Bank details in this file have changed or were deleted, so it cannot be written again.'),
  ),
});

const bankRefusal = httpRefusals<AdvanceRefusal>({
  unknown_refund: notFound,
  wrong_status: conflict(markedText('The bank has no part of this refund to pay, or has already paid or returned it.')),
  order_not_settled: conflict(
    markedText('The order has a payment problem. Settle that first, so that nothing is refunded twice.'),
  ),
  being_paid: conflict(markedText('A payment for this order is in progress. Try again once it has finished.')),
  booked_before: conflict(markedText('This bank transaction has already been recorded for this refund.')),
});

const NUMBER_NEEDED: OfficeRefusal = invalidFields([
  { field: 'number', message: markedText('Please enter the bank’s number.') },
]);
const NOTE_NEEDED: OfficeRefusal = invalidFields([
  { field: 'note', message: markedText('Please write the bank’s reason.') },
]);

export interface TransferFileParts extends Pick<OfficeRefundParts, 'db' | 'previews' | 'refunds'> {
  /** The account's balance on the latest bank statement; null if no statement is recent enough. */
  readonly balanceOf: (tx: Queryable, account: PayingAccount) => Promise<{ amount: number; day: string } | null>;
}

interface PayingAccount {
  readonly iban: string;
  readonly currency: string;
  readonly today: CalendarDay;
}

export function addTransferFileCalls(
  calls: OfficeCallRegistry,
  { db, previews, refunds, balanceOf }: TransferFileParts,
): void {
  const balance = async (tx: Queryable, iban: string | null, now: Date, loaded: Shop) => {
    const { currency, timezone } = loaded.public;
    return iban === null ? null : await balanceOf(tx, { iban, currency, today: localDay(now, timezone) });
  };

  calls.add(contract.transferFiles, async (_body, { language, now }) =>
    db.read(async (tx) => {
      const loaded = await refunds.loadShop(tx);
      const next = await nextTransferFile(tx, refunds, loaded);
      const files = await listTransferFiles(tx, MAX_FILES);
      const problem = next.currency === null ? NOT_EUROS : next.payer.ok ? null : payerRefusal(next.payer.error);
      return ok({
        next: {
          credits: next.orders.map(({ refund, transfer }) => ({
            ...creditOnWire(refunds, refund, transfer.amount),
            sent_as: shortenedName(transfer),
          })),
          total: next.total,
          needs_approval: next.needsApproval,
          payer: next.payer.ok ? { name: next.payer.value.name, iban: next.payer.value.iban } : null,
          balance: await balance(tx, next.payer.ok ? next.payer.value.iban : null, now, loaded),
          problem: problem && language.translate(problem.message),
          left_out: next.leftOut.map(({ refund, why }) => ({
            code: refund.code,
            order: refund.orderCode,
            amount: refund.toBank,
            why,
          })),
          waiting: next.waiting,
          content: next.content,
        },
        files: files.map(fileOnWire),
      });
    }),
  );

  calls.add(contract.transferFile, async ({ file: id }, context) =>
    db.read(async (tx) => {
      const file = await transferFile(tx, id);
      if (!file) return refuse(notFound);
      const credits = await creditsOf(tx, id);
      const count = (state: string) => credits.filter((credit) => credit.state === state).length;
      return ok({
        ...fileOnWire({ ...file, paid: count('paid'), returned: count('returned') }),
        payer: file.payerName && file.payerIban ? { name: file.payerName, iban: file.payerIban } : null,
        balance: await balance(tx, file.payerIban, context.now, await refunds.loadShop(tx)),
        is_own: file.madeByStaff === callerOf(context).session.staffId,
        can_cancel: whyNotCancel(file, credits) === null,
        rows: credits.map((credit) => ({
          ...creditOnWire(refunds, credit, credit.amount),
          state: credit.state,
          number: credit.number,
          reason: credit.reason,
        })),
      });
    }),
  );

  calls.add(contract.transferFileMake, async ({ content }, context) =>
    db.transaction(async (tx) => {
      const request = { actor: callerOf(context).actor, expected: content };
      const made = await makeTransferFile({ ...refunds, db: dbOf(tx) }, request, context.now);
      if (!made.ok) return refuse(makeRefusal(made.error));
      const { messageId, orders, total, needsApproval } = made.value;
      const answer = { id: messageId, credits: orders.length, total, needs_approval: needsApproval };
      await context.remember(tx, answer);
      return ok(answer);
    }),
  );

  calls.add(contract.transferFileApprove, async ({ file }, context) =>
    db.transaction(async (tx) => {
      const request = { messageId: file, actor: callerOf(context).actor };
      const approved = await approveTransferFile({ db: dbOf(tx) }, request, context.now);
      if (!approved.ok) return refuse(approveRefusal(approved.error));
      await context.remember(tx, approved.value);
      return ok(approved.value);
    }),
  );

  calls.add(contract.transferFileCancel, async ({ file }, context) =>
    db.transaction(async (tx) => {
      const request = { messageId: file, actor: callerOf(context).actor };
      const cancelled = await cancelTransferFile({ db: dbOf(tx) }, request, context.now);
      if (!cancelled.ok) return refuse(cancelRefusal(cancelled.error));
      await context.remember(tx, cancelled.value);
      return ok(cancelled.value);
    }),
  );

  calls.add(contract.transferFileWrite, async ({ file }, context) => {
    const request = { messageId: file, actor: callerOf(context).actor };
    const written = await writeTransferFile({ ...refunds, db }, request, context.now);
    if (!written.ok) return refuse(writeRefusal(written.error));
    return ok({ filename: `${written.value.file.messageId}.xml`, xml: written.value.xml });
  });

  calls.add(contract.refundPaid, async ({ code: typed, number, preview }, context) => {
    const code = normalizeReference(typed);
    if (number === '') return refuse(NUMBER_NEEDED);
    return previewOrDo(previews, context, preview, {
      request: ['refund-paid', code, number],
      orders: orderOf(code),
      run: async (inner) => {
        const bankLine = { transaction: number, words: '' };
        const move = { code, actor: callerOf(context).actor, bankLine };
        const done = await finishRefund({ ...refunds, db: inner }, move, context.now);
        return done.ok ? ok({}) : refuse(bankRefusal(done.error));
      },
    });
  });

  calls.add(contract.refundReturned, async ({ code: typed, note, preview }, context) => {
    const code = normalizeReference(typed);
    if (note === '') return refuse(NOTE_NEEDED);
    return previewOrDo(previews, context, preview, {
      request: ['refund-returned', code, note],
      orders: orderOf(code),
      run: async (inner) => {
        const move = { code, actor: callerOf(context).actor, reason: note };
        const held = await holdRefund({ ...refunds, db: inner }, move, context.now);
        return held.ok ? ok({}) : refuse(bankRefusal(held.error));
      },
    });
  });

  calls.add(contract.refundAccounts, async ({ codes }, context) => {
    const request = {
      codes: [...new Set(codes.map(normalizeReference))],
      actor: callerOf(context).actor,
      private: context.private,
    };
    const opened = await openAccounts({ db, sealer: refunds.sealer }, request, context.now);
    const accounts = opened.map(({ code, details }) => ({
      code,
      owner: details.ownerFullName,
      country: details.country,
      bank: details.bankName,
      iban: details.iban,
      bic: details.bic,
      account: details.account,
    }));
    return ok({ accounts });
  });
}

/** Shows only the end of the account. */
function creditOnWire(
  { sealer }: RefundParts,
  refund: Pick<RefundRow, 'code' | 'orderCode' | 'bankSealed'>,
  amount: number,
) {
  const details = readableDetails(sealer, refund);
  return {
    code: refund.code,
    order: refund.orderCode,
    amount,
    owner: details?.ownerFullName ?? '',
    account: details ? `${details.country} ${maskedNumber(details)}` : '',
  };
}

const fileOnWire = (file: ListedFile) => ({
  id: file.messageId,
  made_at: toInstant(file.madeAt),
  made_by: file.madeBy,
  credits: file.credits,
  total: file.total,
  state: transferFileState(file),
  needs_approval: file.needsApproval,
  approved_at: toInstantOrNull(file.approvedAt),
  approved_by: file.approvedBy,
  cancelled_at: toInstantOrNull(file.cancelledAt),
  cancelled_by: file.cancelledBy,
  paid: file.paid,
  returned: file.returned,
});
