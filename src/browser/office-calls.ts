import type { z } from 'zod';
import type * as desk from '#features/desk/office-contract.ts';
import type * as notices from '#features/operator-notices/office-contract.ts';
import type * as refunds from '#features/refunds/office-contract.ts';
import type * as staff from '#features/staff/office-contract.ts';

/** The calls of the office, by the last part of their path. */
interface Contracts {
  session: typeof staff.session;
  'login-password': typeof staff.loginPassword;
  'login-code': typeof staff.loginCode;
  'login-passkey-options': typeof staff.loginPasskeyOptions;
  'login-passkey': typeof staff.loginPasskey;
  logout: typeof staff.logout;
  invite: typeof staff.invite;
  'accept-invite': typeof staff.acceptInvite;
  'passkey-options': typeof staff.passkeyOptions;
  'add-passkey': typeof staff.addPasskey;
  'remove-passkey': typeof staff.removePasskey;
  'totp-setup': typeof staff.totpSetup;
  'totp-confirm': typeof staff.totpConfirm;
  'totp-remove': typeof staff.totpRemove;
  'recovery-codes': typeof staff.recoveryCodes;
  'set-password': typeof staff.setPassword;
  'step-up-options': typeof staff.stepUpOptions;
  'step-up': typeof staff.stepUp;
  me: typeof staff.me;
  'my-settings': typeof staff.mySettings;
  'end-session': typeof staff.endSession;
  'end-other-sessions': typeof staff.endOtherSessions;
  'staff-list': typeof staff.staffList;
  'staff-person': typeof staff.staffPerson;
  'staff-invite': typeof staff.staffInvite;
  'staff-invite-again': typeof staff.staffInviteAgain;
  'staff-invite-withdraw': typeof staff.staffInviteWithdraw;
  'staff-roles': typeof staff.staffRoles;
  'staff-suspend': typeof staff.staffSuspend;
  'staff-reset-factors': typeof staff.staffResetFactors;
  'staff-end-sessions': typeof staff.staffEndSessions;
  'audit-list': typeof staff.auditList;
  inbox: typeof notices.inbox;
  'receipt-open': typeof desk.receiptOpen;
  'receipt-assign': typeof desk.receiptAssign;
  'receipt-send-back': typeof desk.receiptSendBack;
  'receipt-settle': typeof desk.receiptSettle;
  'receipt-keep': typeof desk.receiptKeep;
  'payment-to-record': typeof desk.paymentToRecord;
  'payment-record': typeof desk.paymentRecord;
  'order-settle-problem': typeof desk.orderSettleProblem;
  'order-return-owed': typeof desk.orderReturnOwed;
  'refund-to-decide': typeof refunds.refundToDecide;
  'refund-start': typeof refunds.refundStart;
  'refund-refuse': typeof refunds.refundRefuse;
  'refund-movement-retry': typeof refunds.refundMovementRetry;
}

export type OfficeCallName = keyof Contracts;
export type OfficeRequest<Name extends OfficeCallName> = z.input<Contracts[Name]['request']>;
export type OfficeAnswer<Name extends OfficeCallName> = z.output<Contracts[Name]['answer']>;
