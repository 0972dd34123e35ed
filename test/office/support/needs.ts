import fs from 'node:fs';
import { ROLES, type Role } from '#features/staff/domain/permissions.ts';

/* What each call of the office needs, written independently of its contract, so that a permission changed by mistake is
   noticed. A new call gets a line here. The permissions of each role are those of the table in docs/domain/staff.md. */

/** A permission, or a stage of signing in; with `fresh` if the identity was confirmed in the last five minutes. */
const NEEDS = {
  'audit-export': 'audit.see',
  'audit-list': 'audit.see',
  'books-close': 'reports.books',
  'books-list': 'reports.books',
  'books-preview': 'reports.books',
  'books-part': 'reports.books',
  'bulk-run': 'orders.see',
  'bulk-runs': 'orders.see',
  'bulk-stop': 'orders.serve',
  'cancellation-open': 'refunds.decide',
  'cancellation-pause': 'refunds.decide',
  'cancellation-retry': 'refunds.decide',
  'charge-end': 'money.book',
  'fraud-warning-settle': 'money.book',
  health: 'health.see',
  'health-check': 'health.see',
  'held-free': 'orders.serve',
  'held-list': 'orders.see',
  inbox: 'orders.see',
  'inbox-done': 'orders.see',
  'inbox-release': 'orders.see',
  'inbox-snooze': 'orders.see',
  'inbox-take': 'orders.see',
  'inbox-wake': 'orders.see',
  'instalment-mail-link': 'plans.move',
  'instalment-move': 'plans.move',
  'instalment-split': 'plans.move',
  'instalment-waive': 'plans.waive',
  'invoice-file': 'invoices.see',
  'invoices-count': 'invoices.see',
  'invoices-export': 'people.export-list',
  'invoices-list': 'invoices.see',
  'mails-again': 'mails.retry',
  'mails-count': 'mails.see',
  'mails-export': 'people.export-list',
  'mails-list': 'mails.see',
  'mails-retry': 'mails.retry',
  'message-retry': 'health.see',
  'message-settle': 'money.book',
  'money-of-day': 'reports.money',
  'new-order-choices': 'orders.create',
  'new-order-customer': 'orders.create',
  'order-as-customer': 'orders.as-customer',
  'order-cancel': 'orders.serve',
  'order-create': 'orders.create',
  'order-mail': 'mails.see',
  'order-mail-again': 'mails.retry',
  'order-mails': 'mails.see',
  'order-move-due-date': 'plans.move',
  'order-note-remove': 'orders.serve',
  'order-note-write': 'orders.serve',
  'order-open': 'orders.see',
  'order-reminder-set': 'orders.serve',
  'order-return-owed': 'money.book',
  'order-revive': 'orders.override',
  'order-settle-problem': 'money.book',
  'order-timeline': 'orders.see',
  'orders-bulk-cancel': 'orders.serve',
  'orders-bulk-mail': 'mails.retry',
  'orders-count': 'orders.see',
  'orders-export': 'people.export-list',
  'orders-list': 'orders.see',
  'payment-record': 'money.book',
  'payment-reset-attempts': 'plans.move',
  'payment-to-record': 'money.book',
  'payment-undo': 'money.book',
  'payout-settle': 'money.book',
  'people-count': 'orders.see',
  'people-export': 'people.export-list',
  'people-list': 'orders.see',
  'plan-change-undo': 'plans.move',
  'plan-parts': 'reports.money',
  'plans-count': 'orders.see',
  'plans-export': 'people.export-list',
  'plans-list': 'orders.see',
  'receipt-assign': 'money.book',
  'receipt-keep': 'money.book',
  'receipt-open': 'money.book',
  'receipt-send-back': 'money.book',
  'receipt-settle': 'money.book',
  'receipts-count': 'money.book',
  'receipts-export': 'money.book',
  'receipts-list': 'money.book',
  'refund-account-ask': 'refunds.decide',
  'refund-account-form': 'refunds.decide',
  'refund-account-give': 'refunds.decide',
  'refund-accounts': 'bank-details.see, fresh',
  'refund-create': 'refunds.ask',
  'refund-looked-up': 'refunds.decide',
  'refund-movement-retry': 'refunds.decide',
  'refund-paid': 'payouts.make, fresh',
  'refund-refuse': 'refunds.decide',
  'refund-returned': 'payouts.make, fresh',
  'refund-start': 'refunds.decide',
  'refund-to-create': 'refunds.ask',
  'refund-to-decide': 'refunds.decide',
  'refunds-count': 'orders.see',
  'refunds-export': 'people.export-list',
  'refunds-list': 'orders.see',
  'refunds-refuse': 'refunds.decide',
  'refunds-start': 'refunds.decide',
  'report-departures': 'reports.sales',
  'report-liability': 'reports.money',
  'report-liability-rows': 'reports.money',
  'report-money': 'reports.money',
  'report-money-rows': 'reports.money',
  'report-receivables': 'reports.money',
  'report-receivables-rows': 'reports.money',
  'report-sales': 'reports.sales',
  'report-sales-rows': 'reports.sales',
  'report-tax': 'reports.money',
  'report-tax-rows': 'reports.money',
  'report-vouchers': 'reports.sales',
  'sales-of-day': 'reports.sales',
  search: 'orders.see',
  'statement-book': 'money.book',
  'statement-columns': 'money.book',
  'statement-confirm': 'money.book',
  'statement-columns-save': 'money.book',
  'statement-discard': 'money.book',
  'statement-ignore': 'money.book',
  'statement-import': 'money.book',
  'statement-imports': 'money.book',
  'statement-read': 'money.book',
  'statement-running-days': 'money.book',
  'statement-undo': 'money.book',
  'ticket-holder-change': 'orders.serve',
  'ticket-time-change': 'orders.serve',
  'ticket-to-change': 'orders.serve',
  'tickets-bulk-mail': 'mails.retry',
  'tickets-count': 'orders.see',
  'tickets-export': 'people.export-list',
  'tickets-list': 'orders.see',
  today: 'staff',
  'transfer-file': 'payouts.make',
  'transfer-file-approve': 'payouts.make, fresh',
  'transfer-file-cancel': 'payouts.make, fresh',
  'transfer-file-make': 'payouts.make, fresh',
  'transfer-file-write': 'payouts.make, fresh',
  'transfer-files': 'payouts.make',
  'view-change': 'orders.see',
  'view-default': 'views.share',
  'view-delete': 'orders.see',
  'view-move': 'orders.see',
  'view-save': 'orders.see',
  'views-list': 'orders.see',
  'waiting-room-change': 'waiting-rooms.run',
  'waiting-room-move': 'waiting-rooms.run',
  'waiting-room-start': 'waiting-rooms.run',
  'waiting-rooms': 'waiting-rooms.run',
  'webhook-drop': 'health.see',
  'webhook-retry': 'health.see',

  // Calls about colleagues.
  'staff-end-sessions': 'staff.manage, fresh',
  'staff-invite': 'staff.manage, fresh',
  'staff-invite-again': 'staff.manage, fresh',
  'staff-invite-withdraw': 'staff.manage, fresh',
  'staff-list': 'staff.manage',
  'staff-person': 'staff.manage',
  'staff-reset-factors': 'staff.manage, fresh',
  'staff-roles': 'staff.manage, fresh',
  'staff-suspend': 'staff.manage, fresh',

  // Calls for signing in, and for the person's own account.
  'accept-invite': 'anybody',
  'add-passkey': 'setup, fresh',
  'end-other-sessions': 'staff',
  'end-session': 'staff',
  invite: 'anybody',
  'login-code': 'code',
  'login-passkey': 'anybody',
  'login-passkey-options': 'anybody',
  'login-password': 'anybody',
  logout: 'anybody',
  me: 'staff',
  'my-settings': 'staff',
  'passkey-options': 'setup, fresh',
  presence: 'staff',
  'recovery-codes': 'staff, fresh',
  'remove-passkey': 'staff, fresh',
  session: 'anybody',
  'set-password': 'staff, fresh',
  'step-up': 'staff',
  'step-up-options': 'staff',
  'totp-confirm': 'setup, fresh',
  'totp-remove': 'staff, fresh',
  'totp-setup': 'setup, fresh',
} as const satisfies Record<string, string>;

/** The stages in the order in which somebody signs in. */
const STAGES = ['anybody', 'code', 'setup', 'staff'] as const;
export type Stage = (typeof STAGES)[number];

export const callsWithNeeds: readonly string[] = Object.keys(NEEDS);

const wordsOf = (call: string) => (NEEDS as Record<string, string>)[call]!.split(', ');
export const needsFreshProof = (call: string): boolean => wordsOf(call).includes('fresh');
/** Returns null for calls that need only a stage of signing in. */
export function permissionFor(call: string): string | null {
  const [need] = wordsOf(call);
  return need!.includes('.') ? need! : null;
}
export function stageFor(call: string): Stage {
  const [need] = wordsOf(call);
  return STAGES.find((stage) => stage === need) ?? 'staff';
}

/** Returns the permissions of each role as documented. */
export function documentedPermissions(): Partial<Record<Role, ReadonlySet<string>>> {
  const rows = fs
    .readFileSync('docs/domain/staff.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| (permission|`[a-z-]+\.[a-z-]+`) \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const [head = [], ...permissions] = rows;
  const of = (role: Role) => permissions.filter((cells) => cells[head.indexOf(role)] === '✓').map(([name]) => name!);
  return Object.fromEntries(ROLES.map((role) => [role, new Set(of(role))]));
}
