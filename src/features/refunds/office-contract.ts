import { z } from 'zod';
import { previewed, previewedEach, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, noteText, text } from '#wire/fields.ts';
import { bankFields } from './contract.ts';
import { leftOutReasons } from './domain/left-out.ts';
import { MAX_DECIDED } from './domain/max-decided.ts';
import { creditStates, transferFileStates } from './domain/transfer-file.ts';

const decides = { needs: { permission: 'refunds.decide' }, fresh: false } as const;
const previewable = { ...decides, changes: true, answer: previewed } as const;

export const refundToDecide = officeCall({
  ...decides,
  name: 'refund-to-decide',
  summary: 'A refund with its items and where its money goes; without bank details',
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    order: z.string(),
    customer_name: z.string(),
    status: z.enum(['active', 'processing', 'processed', 'problem', 'cancelled']),
    requested_at: instant,
    total: money,
    is_whole_plan: z.boolean(),
    shipping: money,
    to_card: z.boolean(),
    lines: z.array(
      z.object({
        name: z.string(),
        holder: z.string(),
        code: z.string(),
        amount: money,
        /** Booking and refund fee. */
        fee_kept: money,
        /** What else is kept, because only a smaller amount is refunded. */
        not_refunded: money,
      }),
    ),
    movements: z.array(
      z.object({
        key: z.string(),
        gateway: z.string().nullable(),
        amount: money,
        status: z.enum(['pending', 'done', 'failed', 'replaced']),
        /** The gateway's reason for a failure. */
        reason: z.string(),
      }),
    ),
  }),
});

export const refundStart = officeCall({
  ...previewable,
  name: 'refund-start',
  summary: 'Approves a refund, or tries it again after a problem',
  request: z.object({ code: codeText, preview: previewText }),
});

export const refundRefuse = officeCall({
  ...previewable,
  name: 'refund-refuse',
  summary: 'Refuses a request; the customer sees the reason',
  request: z.object({ code: codeText, reason: noteText, preview: previewText }),
});

const codes = z.array(codeText).min(1).max(MAX_DECIDED);
const batch = { ...decides, changes: true, answer: previewedEach } as const;

export const refundsStart = officeCall({
  ...batch,
  name: 'refunds-start',
  summary: 'Approves several refunds separately, with a reason for each that is left out',
  request: z.object({ codes, preview: previewText }),
});

export const refundsRefuse = officeCall({
  ...batch,
  name: 'refunds-refuse',
  summary: 'Refuses several requests separately; each customer sees the reason',
  request: z.object({ codes, reason: noteText, preview: previewText }),
});

export const refundMovementRetry = officeCall({
  ...previewable,
  name: 'refund-movement-retry',
  summary: 'Tries a failed part of a refund again, or sends it by bank',
  request: z.object({ movement: codeText, by_bank: z.boolean(), preview: previewText }),
});

export const refundAccountAsk = officeCall({
  ...previewable,
  name: 'refund-account-ask',
  summary: 'Asks the customer by mail for the bank account that an approved refund waits for',
  request: z.object({ code: codeText, preview: previewText }),
});

export const refundAccountForm = officeCall({
  ...decides,
  name: 'refund-account-form',
  summary: 'What the form for a refund’s bank account needs: the amount that waits, and the buyer’s name and address',
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    code: z.string(),
    order: z.string(),
    /** 0 once an account is known. */
    amount: money,
    full_name: z.string(),
    country: z.string().nullable(),
    address: z.record(z.string(), z.string()),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
    iban_countries: z.array(z.string()),
    address_lines: z.array(z.object({ key: z.string(), text: z.string(), required: z.boolean() })),
  }),
});

export const refundAccountGive = officeCall({
  ...previewable,
  name: 'refund-account-give',
  summary: 'Stores the bank account that a refund waits for, as its customer gave it to staff',
  request: z.object({ code: codeText, ...bankFields, preview: previewText }),
});

export const refundLookedUp = officeCall({
  ...previewable,
  name: 'refund-looked-up',
  summary:
    'Settles a part of a refund that its provider did not answer, after somebody has checked there whether it was made',
  request: z.object({ movement: codeText, was_made: z.boolean(), preview: previewText }),
});

const asks = { needs: { permission: 'refunds.ask' }, fresh: false } as const;

export const refundToCreate = officeCall({
  ...asks,
  name: 'refund-to-create',
  summary: 'The items of an order that can be refunded without a request',
  changes: false,
  request: z.object({ code: codeText }),
  answer: z.object({
    is_plan: z.boolean(),
    /** What was paid and is in no refund. */
    paid: money,
    /** The most that can be refunded of a plan, with its fees kept or returned; 0 without a plan. */
    plan_maximum: z.object({ kept: money, returned: money }),
    shipping: money,
    /** What the cards that paid can take back. */
    to_card: money,
    items: z.array(
      z.object({
        line: z.int(),
        kind: z.enum(['tickets', 'merchandise']),
        name: z.string(),
        holder: z.string(),
        /** Price and booking fee after the discount. */
        paid: money,
        /** The part of it that is kept unless fees are waived: the booking fee and the refund fee. */
        kept: money,
        /** Whether the customer could request its refund now. */
        may_be_requested: z.boolean(),
        /** Whether the item is still ordered: neither cancelled nor in a refund. */
        is_left: z.boolean(),
      }),
    ),
  }),
});

export const refundCreate = officeCall({
  ...asks,
  changes: true,
  answer: previewed,
  name: 'refund-create',
  summary: 'Refunds items without a request; starts the refund if the caller may decide refunds',
  request: z.object({
    code: codeText,
    /** Ids of order lines. Ignored for a plan, which is refunded as a whole. */
    lines: z.array(z.int().positive()).max(500),
    fees: z.enum(['kept', 'returned']),
    shipping: z.boolean().nullable(),
    /** The total; null to calculate it from fees and shipping. */
    amount: money.nullable(),
    to: z.enum(['card', 'bank']),
    reason: noteText,
    preview: previewText,
  }),
});

const pays = { needs: { permission: 'payouts.make' } } as const;
const paysNow = { ...pays, fresh: true, changes: true } as const;

export const refundPaid = officeCall({
  ...paysNow,
  answer: previewed,
  name: 'refund-paid',
  summary: 'Records that the bank has paid its part of a refund, if no imported statement shows it',
  request: z.object({ code: codeText, /** The bank's transaction number. */ number: codeText, preview: previewText }),
});

export const refundReturned = officeCall({
  ...paysNow,
  answer: previewed,
  name: 'refund-returned',
  summary:
    'Records that the bank could not pay its part of a refund, or returned it, if no imported statement shows it',
  request: z.object({ code: codeText, note: text(300), preview: previewText }),
});

export const refundAccounts = officeCall({
  name: 'refund-accounts',
  summary: 'The full bank details of refunds; the audit log records who saw which',
  needs: { permission: 'bank-details.see' },
  fresh: true,
  changes: true,
  secret: true,
  request: z.object({ codes: z.array(codeText).min(1).max(1_000) }),
  answer: z.object({
    /** Without accounts whose details are erased or unreadable. */
    accounts: z.array(
      z.object({
        code: z.string(),
        owner: z.string(),
        country: z.string(),
        bank: z.string(),
        iban: z.string(),
        bic: z.string(),
        /** For countries without IBANs. */
        account: z.string(),
      }),
    ),
  }),
});

const credit = z.object({
  code: z.string(),
  order: z.string(),
  amount: money,
  /** Empty once the bank details are erased. */
  owner: z.string(),
  /** The country and the end of the account's number. */
  account: z.string(),
});

/** The paying account's balance at the end of a day, from a statement that is at most a week old; null without one. */
const balance = z.object({ amount: money, day: z.string() }).nullable();

const file = z.object({
  id: z.string(),
  made_at: instant,
  made_by: z.string(),
  credits: z.int(),
  total: money,
  state: z.enum(transferFileStates),
  needs_approval: z.boolean(),
  approved_at: instant.nullable(),
  approved_by: z.string().nullable(),
  cancelled_at: instant.nullable(),
  cancelled_by: z.string().nullable(),
  /** The number of its credits that were paid. */
  paid: z.int(),
  returned: z.int(),
});

export const transferFiles = officeCall({
  ...pays,
  name: 'transfer-files',
  summary: 'The next refund file for the bank with its problems, and the files made so far, newest first',
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    next: z.object({
      credits: z.array(
        credit.extend({
          /** The owner's name as the file has it, if it lost letters. */ sent_as: z.string().nullable(),
        }),
      ),
      total: money,
      /** Whether the file's total is above what one person may send alone. */
      needs_approval: z.boolean(),
      /** The shop's own account, which pays; null if it is missing or wrong. */
      payer: z.object({ name: z.string(), iban: z.string() }).nullable(),
      balance,
      /** Why no file can be made. */
      problem: z.string().nullable(),
      left_out: z.array(z.object({ code: z.string(), order: z.string(), amount: money, why: z.enum(leftOutReasons) })),
      /** The number of refunds that no longer fit into this file. */
      waiting: z.int(),
      /** Identifies the content, to make exactly this file. */
      content: z.string(),
    }),
    files: z.array(file),
  }),
});

const oneFile = z.object({ file: codeText });

export const transferFile = officeCall({
  ...pays,
  name: 'transfer-file',
  summary: 'A refund file with the state of each credit',
  fresh: false,
  changes: false,
  request: oneFile,
  answer: file.extend({
    payer: z.object({ name: z.string(), iban: z.string() }).nullable(),
    balance,
    /** The caller made it, so somebody else must approve it. */
    is_own: z.boolean(),
    can_cancel: z.boolean(),
    rows: z.array(
      credit.extend({
        state: z.enum(creditStates),
        /** The bank's transaction number of the statement line that paid or returned it. */
        number: z.string().nullable(),
        /** Why the money came back. */
        reason: z.string(),
      }),
    ),
  }),
});

export const transferFileMake = officeCall({
  ...paysNow,
  name: 'transfer-file-make',
  summary: 'Makes the refund file that was shown; its refunds then go into no other file',
  request: z.object({ content: codeText }),
  answer: z.object({ id: z.string(), credits: z.int(), total: money, needs_approval: z.boolean() }),
});

export const transferFileApprove = officeCall({
  ...paysNow,
  name: 'transfer-file-approve',
  summary: 'Approves a refund file as the second person, so that it can go to the bank',
  request: oneFile,
  answer: z.object({ total: money }),
});

export const transferFileCancel = officeCall({
  ...paysNow,
  name: 'transfer-file-cancel',
  summary: 'Cancels a refund file that the bank does not have; its refunds go into the next one',
  request: oneFile,
  answer: z.object({ freed: z.int() }),
});

export const transferFileWrite = officeCall({
  ...paysNow,
  name: 'transfer-file-write',
  summary: 'The refund file as SEPA credit transfers (pain.001.001.09), the same bytes each time',
  secret: true,
  request: oneFile,
  answer: z.object({ filename: z.string(), xml: z.string() }),
});
