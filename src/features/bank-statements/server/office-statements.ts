import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable } from '#features/orders/server/public.ts';
import {
  type OneOfSeveral,
  type PreviewParts,
  previewOrDo,
  previewOrDoEach,
} from '#features/previews/server/public.ts';
import type { RefundParts } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry, writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import { type Decision, targetsOf } from '../domain/line-booking.ts';
import * as contract from '../office-contract.ts';
import { bookImportLine, ignoreLine } from './book-import.ts';
import type { BookParts } from './book-line.ts';
import { confirmSame } from './confirm-same.ts';
import { lineOnWire, markOf, statementOnWire } from './import-on-wire.ts';
import { deleteImport, filesOf, listImports, setRunningDays, statementBefore } from './import-store.ts';
import { addReadingCalls, type ReadingParts } from './office-reading.ts';
import { openImport } from './open-import.ts';
import type { ImportLine } from './prepare-import.ts';
import {
  bookRefusal,
  CHANGED_LINE,
  confirmRefusal,
  lineRefusal,
  NOT_DISCARDED,
  REASON_NEEDED,
  undoLineRefusal,
} from './statement-refusals.ts';
import { undoLine } from './undo-line.ts';

export interface OfficeStatementParts extends ReadingParts {
  readonly previews: PreviewParts;
  readonly money: BookParts['money'];
  readonly refunds: RefundParts;
}

const MAX_LISTED = 50;

export function addStatementCalls(calls: OfficeCallRegistry, parts: OfficeStatementParts): void {
  const { previews, db, loadShop } = parts;
  addReadingCalls(calls, parts);
  const bookParts = (inner: OfficeDb, shop: Shop): BookParts => ({
    db: inner,
    money: parts.money,
    refunds: parts.refunds,
    currency: shop.public.currency,
    timezone: shop.public.timezone,
  });

  calls.add(contract.statementImports, async ({ after }) =>
    db.read(async (tx) => {
      const { currency } = (await loadShop(tx)).public;
      const found = await listImports(tx, { after, limit: MAX_LISTED + 1, currency });
      const shown = found.slice(0, MAX_LISTED);
      return ok({
        imports: shown.map(({ id, readAt, readBy, files, accounts, firstDay, lastDay, lines, done, moneyIn }) => ({
          import: id,
          read_at: toInstant(readAt),
          read_by: readBy,
          files: [...files],
          accounts: [...accounts],
          first_day: firstDay,
          last_day: lastDay,
          lines,
          done,
          money_in: moneyIn,
        })),
        next: found.length > MAX_LISTED ? shown.at(-1)!.id : null,
      });
    }),
  );

  calls.add(contract.statementImport, async ({ import: id }, { language, now }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const opened = await openImport(tx, shop, id, now);
      if (!opened) return refuse(notFound);
      const { row, statements, lines } = opened;
      const shown = [];
      for (const statement of statements) {
        const { account, lastDay } = statement;
        const before =
          account === null || lastDay === null || statement.scope !== 'days'
            ? undefined
            : await statementBefore(tx, { importId: id, account, lastDay });
        shown.push(statementOnWire(statement, before, shop));
      }
      return ok({
        import: row.id,
        read_at: toInstant(row.readAt),
        read_by: row.readBy,
        files: (await filesOf(tx, id)).map(({ name, digest }) => ({ name, sha256: digest.toString('hex') })),
        running_days: row.takesRunningDays,
        has_running_day: statements.some(({ scope }) => scope === 'running_day'),
        is_wiped: row.wipedAt !== null,
        can_discard: lines.every(({ outcome, doneAt }) => outcome === null && doneAt === null),
        statements: shown,
        lines: lines.map((line) => lineOnWire(line, language, shop)),
      });
    }),
  );

  calls.add(contract.statementBook, async ({ import: id, lines: wanted, preview }, context) => {
    const { actor } = callerOf(context);
    const shop = await loadShop(db);
    const opened = await db.read((tx) => openImport(tx, shop, id, context.now));
    if (!opened) return refuse(notFound);
    const requests: LineRequest[] = [];
    for (const { number, mark, how, order } of wanted) {
      const line = opened.matches.get(number);
      if (!line) return refuse(lineRefusal({ kind: 'done_before' }));
      const decision = decisionOf(how, order);
      requests.push({ line, mark, decision, orders: await ordersOf(db, line, decision) });
    }
    const groups = groupsOf(requests);
    const commands = groups.map(
      (group): OneOfSeveral => ({
        key: group.map(({ line }) => line.number).join(),
        command: {
          request: ['statement-book', id, ...group.map(({ line, decision }) => [line.number, decision])],
          orders: async () => [...new Set(group.flatMap(({ orders }) => orders))],
          run: (inner) => bookGroup(bookParts(inner, shop), group, { importId: id, actor }, context.now),
        },
      }),
    );
    const answer = await previewOrDoEach(previews, context, preview, commands);
    if (!answer.ok) return answer;
    const rows = answer.value.rows.flatMap(({ key, refusal }) => key.split(',').map((one) => ({ key: one, refusal })));
    const booked = rows.filter(({ refusal }) => refusal === null).length;
    if (answer.value.done && booked > 0) {
      const details = { lines: wanted.length, booked };
      const entry = { actor, action: 'statement.booked', subject: `statement ${id}`, details } as const;
      await writeAudit(db, { ...entry, private: context.private }, context.now);
    }
    return ok({ ...answer.value, rows });
  });

  calls.add(contract.statementConfirm, async ({ import: id, number, mark }, context) => {
    const shop = await loadShop(db);
    const opened = await db.read((tx) => openImport(tx, shop, id, context.now));
    const line = opened?.matches.get(number);
    if (!line) return refuse(opened ? lineRefusal({ kind: 'done_before' }) : notFound);
    if (markOf(line) !== mark) return refuse(CHANGED_LINE);
    const done = await confirmSame({ db }, line, { importId: id, actor: callerOf(context).actor }, context.now);
    return done.ok ? ok({}) : refuse(confirmRefusal(done.error));
  });

  calls.add(contract.statementIgnore, async ({ import: id, number, reason }, context) => {
    if (reason === '') return refuse(REASON_NEEDED);
    const request = { importId: id, number, reason, actor: callerOf(context).actor };
    const done = await ignoreLine({ db }, request, context.now);
    return done.ok ? ok({}) : refuse(lineRefusal(done.error));
  });

  calls.add(contract.statementUndo, async ({ import: id, number, preview }, context) => {
    const shop = await loadShop(db);
    return previewOrDo(previews, context, preview, {
      request: ['statement-undo', id, number],
      orders: async (tx) => {
        const opened = await openImport(tx, shop, id, context.now);
        const line = opened?.lines.find((one) => one.number === number);
        const refunds = line?.bookedAs?.refunds ?? [];
        const orders = line?.receiptsNow.flatMap(({ order }) => order ?? []) ?? [];
        return [...orders, ...refunds.map((code) => code.replace(/-R\d+$/, ''))];
      },
      run: async (inner) => {
        const request = { importId: id, number, actor: callerOf(context).actor };
        const done = await undoLine(bookParts(inner, shop), request, context.now);
        return done.ok ? ok({ undoes: true }) : refuse(undoLineRefusal(done.error));
      },
    });
  });

  calls.add(contract.statementDiscard, async ({ import: id }, context) => {
    const done = await db.transaction(async (tx) => {
      if (!(await deleteImport(tx, id))) return refuse(NOT_DISCARDED);
      const { actor } = callerOf(context);
      await writeAudit(
        tx,
        { actor, action: 'statement.discarded', subject: `statement ${id}`, details: {} },
        context.now,
      );
      return ok({});
    });
    return done;
  });

  calls.add(contract.statementRunningDays, async ({ import: id, on }) =>
    (await setRunningDays(db, id, on)) > 0 ? ok({}) : refuse(notFound),
  );
}

interface LineRequest {
  readonly line: ImportLine;
  readonly mark: string;
  readonly decision: Decision;
  readonly orders: readonly string[];
}

const decisionOf = (how: 'as_matched' | 'order' | 'without_order', order: string | null): Decision =>
  how === 'order' ? { kind: how, reference: normalizeReference(order ?? '') } : { kind: how };

/** Returns the codes of the orders that booking the line changes. */
async function ordersOf(db: Queryable, { match, line }: ImportLine, decision: Decision): Promise<string[]> {
  if (match.kind === 'money_out') {
    const { what } = match;
    if (what.kind === 'charge_back') return what.order === null ? [] : [what.order];
    const codes = what.kind === 'refunds_paid' ? what.codes : 'code' in what ? [what.code] : [];
    return codes.map((code) => code.replace(/-R\d+$/, ''));
  }
  if (line.kind === 'stopped') return [];
  const codes = [];
  for (const target of targetsOf(match, decision, line.amount)) {
    const found = target && (await findPayable(db, target.reference));
    if (found) codes.push(found.orderCode);
  }
  return codes;
}

/** Lines of the same order are booked together, because each changes the match of the next. */
function groupsOf(requests: readonly LineRequest[]): LineRequest[][] {
  const groups: LineRequest[][] = [];
  for (const request of requests) {
    const same = groups.filter((group) =>
      group.some(({ orders }) => orders.some((code) => request.orders.includes(code))),
    );
    const merged = [...same.flat(), request];
    for (const group of same) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}

async function bookGroup(
  parts: BookParts,
  group: readonly LineRequest[],
  { importId, actor }: { importId: number; actor: Actor },
  now: Date,
): Promise<Result<object, ReturnType<typeof bookRefusal>>> {
  for (const { line, mark, decision } of group) {
    if (markOf(line) !== mark) return refuse(CHANGED_LINE);
    const booked = await bookImportLine(parts, line, { importId, decision, actor }, now);
    if (!booked.ok) return refuse(bookRefusal(booked.error));
  }
  return ok({});
}
