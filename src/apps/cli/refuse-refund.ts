import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { refuseRefund } from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { plain } from './table.ts';
import { refundStatusText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords, requiredReason } from './words.ts';

export const refuseRefundCommand: Command = {
  name: 'refunds refuse',
  takes: '<refund> --reason TEXT',
  does: 'Decline a refund request: its items are valid again, and the customer is emailed the reason.',
  options: [['--reason TEXT', 'The reason, shown to the customer in the email and on the refund page.'], actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['The refund'],
    });
    const code = normalizeReference(positionals[0]!);
    const reason = requiredReason(values.reason);
    return await withOperator(values.as, async ({ parts, actor, now }) => {
      const done = await refuseRefund(parts.refunds, { code, reason, actor }, now);
      if (!done.ok) {
        return printRefusal(
          done.error.kind === 'unknown_refund'
            ? `There is no refund ${plain(code)}.`
            : `Refund ${code} ${refundStatusText(done.error.status)}; only a request that has not been started can be declined.`,
        );
      }
      print(`Refund ${code} is declined: its items are valid again, and the customer has been emailed the reason.`);
      return 0;
    });
  },
};
