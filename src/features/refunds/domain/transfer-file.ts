/** The state of a file for the bank. */
export type TransferFileState = 'waits_for_approval' | 'ready' | 'cancelled';

export const transferFileStates = ['waits_for_approval', 'ready', 'cancelled'] as const satisfies TransferFileState[];

export const creditStates = ['in_file', 'paid', 'returned'] as const;
export type CreditState = (typeof creditStates)[number];

interface FileFacts {
  readonly needsApproval: boolean;
  readonly approvedAt: Date | null;
  readonly cancelledAt: Date | null;
}

export function transferFileState({ needsApproval, approvedAt, cancelledAt }: FileFacts): TransferFileState {
  if (cancelledAt) return 'cancelled';
  return needsApproval && !approvedAt ? 'waits_for_approval' : 'ready';
}

/** Files above `secondPersonAbove` need a second person before they can be downloaded. Null if no file needs one. */
export const needsApproval = (total: number, secondPersonAbove: number | null): boolean =>
  secondPersonAbove !== null && total > secondPersonAbove;

export type WhyNotApprove = { readonly kind: 'not_waiting' } | { readonly kind: 'same_person' };

/**
 * Two different members of staff are needed. `madeBy` is null for the command line, which makes no file that needs
 * approval.
 */
export function whyNotApprove(
  file: FileFacts & { readonly madeBy: number | null },
  staffId: number,
): WhyNotApprove | null {
  if (transferFileState(file) !== 'waits_for_approval') return { kind: 'not_waiting' };
  return file.madeBy === staffId ? { kind: 'same_person' } : null;
}

export type WhyNotCancel = { readonly kind: 'cancelled_before' } | { readonly kind: 'bank_has_it' };

/** A credit that was paid or came back shows that the bank has the file. */
export function whyNotCancel(
  file: FileFacts,
  credits: readonly { readonly state: CreditState }[],
): WhyNotCancel | null {
  if (transferFileState(file) === 'cancelled') return { kind: 'cancelled_before' };
  return credits.some(({ state }) => state !== 'in_file') ? { kind: 'bank_has_it' } : null;
}
