import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Tx } from '#platform/db/db.ts';
import { conflict, invalidFields } from '#platform/http/refusal.ts';
import * as contract from '../office-contract.ts';
import { dropWebhooks, retryMessage, retryWebhooks, settleMessage } from './given-up.ts';

const NOTE_NEEDED = invalidFields([{ field: 'note', message: markedText('Please write what you found.') }]);
const NOT_WAITING = conflict(markedText('This has been dealt with in the meantime.'));
const NO_WEBHOOK = conflict(markedText('No webhook is set up (OPERATOR_WEBHOOK_URL), so nothing can be sent.'));

export interface GivenUpParts {
  readonly db: OfficeDb;
  readonly hasWebhook: boolean;
}

/** The calls for given-up messages of payment providers and given-up calls to the operator's webhook. */
export function addGivenUpCalls(calls: OfficeCallRegistry, { db, hasWebhook }: GivenUpParts): void {
  const change = <Answer extends object>(
    context: OfficeContext,
    work: (tx: Tx) => Promise<Answer | false>,
  ): Promise<Result<Answer, OfficeRefusal>> =>
    db.transaction(async (tx): Promise<Result<Answer, OfficeRefusal>> => {
      const answer = await work(tx);
      if (answer === false) return refuse(NOT_WAITING);
      await context.remember(tx, answer);
      return ok(answer);
    });

  calls.add(contract.messageRetry, async (given, context) =>
    change(context, async (tx) => (await retryMessage(tx, given, callerOf(context).actor, context.now)) && {}),
  );

  calls.add(contract.messageSettle, async ({ note, ...given }, context) => {
    if (note === '') return refuse(NOTE_NEEDED);
    const { actor } = callerOf(context);
    return change(context, async (tx) => (await settleMessage(tx, given, { note, actor }, context.now)) && {});
  });

  const counted = (count: number) => count > 0 && { count };

  calls.add(contract.webhookRetry, async (_body, context) => {
    if (!hasWebhook) return refuse(NO_WEBHOOK);
    return change(context, async (tx) => counted(await retryWebhooks(tx, callerOf(context).actor, context.now)));
  });

  calls.add(contract.webhookDrop, async (_body, context) =>
    change(context, async (tx) => counted(await dropWebhooks(tx, callerOf(context).actor, context.now))),
  );
}
