import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { readableCode } from '#platform/secrets/random-codes.ts';
import { isVoucherCode, voucherKey } from '../domain/voucher-validity.ts';
import { insertVouchers, type ListedVoucher, setActive } from './operator-store.ts';

interface VouchersToCreate {
  readonly name: string;
  /** Above 0. */
  readonly amount: Minor;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** The number of orders that may use it; null if unlimited. */
  readonly usesLimit: number | null;
  /** A given code, or the number of random codes. */
  readonly codes: { readonly chosen: string } | { readonly count: number };
  readonly actor: Actor;
}

export type CreateRefusal =
  | { kind: 'bad_code' }
  | { kind: 'taken' }
  | { kind: 'ends_before_it_begins' }
  | { kind: 'over_already' };

const GROUPS = 3;
const CHARACTERS_OF_A_GROUP = 4;

/** A code to read aloud, such as `K7QF-29XM-8RTD`, with 59 random bits: too many to guess. */
const randomCode = (): string => Array.from({ length: GROUPS }, () => readableCode(CHARACTERS_OF_A_GROUP)).join('-');

/** Creates vouchers that differ only in their codes, in one transaction. */
export async function createVouchers(
  db: Db,
  wanted: VouchersToCreate,
  now: Date,
): Promise<Result<string[], CreateRefusal>> {
  const { codes, actor, ...terms } = wanted;
  if (terms.validFrom && terms.validUntil && terms.validUntil <= terms.validFrom) {
    return refuse({ kind: 'ends_before_it_begins' });
  }
  if (terms.validUntil && terms.validUntil <= now) return refuse({ kind: 'over_already' });
  if ('chosen' in codes && !isVoucherCode(codes.chosen)) return refuse({ kind: 'bad_code' });
  return await db.transaction(async (tx) => {
    const created: string[] = [];
    const count = 'chosen' in codes ? 1 : codes.count;
    while (created.length < count) {
      const newCodes =
        'chosen' in codes
          ? [codes.chosen.normalize('NFC')]
          : Array.from({ length: count - created.length }, randomCode);
      const vouchers = newCodes.map((code) => ({ ...terms, code, codeKey: voucherKey(code) }));
      const inserted = await insertVouchers(tx, vouchers);
      if ('chosen' in codes && inserted.length === 0) return refuse({ kind: 'taken' as const });
      created.push(...inserted);
    }
    const details = { count, name: terms.name, amount: terms.amount, uses: terms.usesLimit };
    const subject = 'chosen' in codes ? created[0]! : terms.name;
    await writeAudit(tx, { actor, action: 'voucher.created', subject, details }, now);
    return ok(created);
  });
}

/**
 * Disables a voucher, so that no further order can use it, or enables it again. Orders that used it keep their
 * discount.
 */
export async function switchVoucher(
  db: Db,
  wanted: { readonly code: string; readonly isActive: boolean; readonly actor: Actor },
  now: Date,
): Promise<Result<ListedVoucher, { kind: 'unknown_voucher' }>> {
  return await db.transaction(async (tx) => {
    const voucher = await setActive(tx, voucherKey(wanted.code), wanted.isActive);
    if (!voucher) return refuse({ kind: 'unknown_voucher' as const });
    const action = wanted.isActive ? 'voucher.activated' : 'voucher.deactivated';
    await writeAudit(tx, { actor: wanted.actor, action, subject: voucher.code }, now);
    return ok(voucher);
  });
}
