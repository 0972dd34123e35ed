import type { DisputeState } from '#features/disputes/domain/dispute-state.ts';
import { listDisputes } from '#features/disputes/server/public.ts';
import { type Command, print } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText } from './values.ts';
import { withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_LISTED = 500;

const stateText: Readonly<Record<DisputeState, string>> = {
  open: 'open, the money has not been taken',
  money_taken: 'open, the money has been taken',
  won: 'won',
  lost: 'lost',
};

export const disputesCommand: Command = {
  name: 'payments disputes',
  takes: '[--all] [--json]',
  does: 'List open disputes, nearest deadline first. Respond to them on the payment provider’s website.',
  options: [
    ['--all', 'Also list decided disputes.'],
    ['--json', 'As JSON, amounts in minor units.'],
  ],
  more: `The tickets of a disputed payment are not admitted, and its order has a problem, until the dispute is won.
Until then the order can only be cancelled: npm run shop -- orders settle-problem <order> --to cancelled`,
  async run(words) {
    const { values } = readWords(words, {
      options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
      takes: [],
    });
    return await withOperator(undefined, async ({ db, shop }) => {
      const disputes = await listDisputes(db, { all: values.all ?? false, limit: MAX_LISTED });
      if (values.json) {
        print(JSON.stringify(disputes, null, 2));
        return 0;
      }
      if (disputes.length === 0) {
        print(values.all ? 'There have been no disputes.' : 'No disputes are open.');
        return 0;
      }
      const rows = disputes.map((dispute) => [
        dispute.answerBy === null ? '' : momentText(dispute.answerBy, shop),
        dispute.orderCode ?? 'no known payment',
        dispute.currency === shop.public.currency
          ? moneyText(dispute.amount, shop)
          : `${dispute.amount} ${dispute.currency} (minor units)`,
        stateText[dispute.state],
        plain(`${dispute.gateway} ${dispute.disputeId}`),
        plain(dispute.reason),
      ]);
      print(tableText([['Answer by', 'Order', 'Amount', 'State', 'Dispute', 'Reason'], ...rows], [2]));
      return 0;
    });
  },
};
