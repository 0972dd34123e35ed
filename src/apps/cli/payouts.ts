import type { PayoutAttention } from '#features/payouts/domain/payout-parts.ts';
import { listPayouts, type PayoutRow, settlePayout } from '#features/payouts/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { moneyText, reasonText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_LISTED = 500;

export const payoutsCommand: Command = {
  name: 'payments payouts',
  takes: '[--json]',
  does: 'List provider payouts to your bank account with their breakdown, newest first.',
  options: [['--json', 'As JSON, amounts in minor units.']],
  more: 'Stripe reports its payouts to the shop. Mollie does not report them to shops that use an API key, and with Monri the acquirer pays you directly.',
  async run(words) {
    const { values } = readWords(words, { options: { json: { type: 'boolean' } }, takes: [] });
    return await withOperator(undefined, async ({ db, shop }) => {
      const payouts = await listPayouts(db, MAX_LISTED);
      if (values.json) {
        print(JSON.stringify(payouts, null, 2));
        return 0;
      }
      if (payouts.length === 0) {
        print('No payment provider has reported a payout.');
        return 0;
      }
      const rows = payouts.map((payout) => [
        payout.arrivesOn,
        money(payout, payout.amount, shop),
        ...(['charges', 'refunds', 'disputes', 'fees'] as const).map((part) =>
          payout.parts ? money(payout, payout.parts[part], shop) : '',
        ),
        payout.parts ? money(payout, payout.parts.failedBefore + payout.parts.other, shop) : '',
        stateText(payout),
        plain(`${payout.gateway} ${payout.payoutId}`),
      ]);
      const heads = ['Day', 'Amount', 'Payments', 'Refunds', 'Disputes', 'Fees', 'Other', 'State', 'Payout'];
      print(tableText([heads, ...rows], [1, 2, 3, 4, 5, 6]));
      return 0;
    });
  },
};

const money = ({ currency }: PayoutRow, amount: number, shop: Shop): string =>
  currency === shop.public.currency ? moneyText(amount, shop) : `${amount} ${currency}`;

const attentionTexts: Readonly<Record<PayoutAttention, string>> = {
  failed: 'failed',
  parts_differ: 'does not match its breakdown',
  parts_missing: 'the provider has not sent its breakdown',
  currency: 'in another currency',
};

function stateText({ attention, settledAt, reason, isBooked, arrivedOn, parts }: PayoutRow): string {
  const arrived = arrivedOn ? `at the bank on ${arrivedOn}` : '';
  if (attention) {
    const words = [attentionTexts[attention], reasonText(reason)].filter(Boolean).join(': ');
    return [words, settledAt ? 'settled' : 'needs you', arrived].filter(Boolean).join(', ');
  }
  const booked = isBooked ? (parts ? 'booked' : 'booked without a breakdown') : 'waiting for its breakdown';
  return [booked, arrived].filter(Boolean).join(', ');
}

export const settlePayoutCommand: Command = {
  name: 'payments settle-payout',
  takes: '<payout> --note TEXT',
  does: 'Remove a payout from the list of what needs your attention. A payout that does not add up is booked as it is.',
  options: [
    ['--note TEXT', 'What you found, for the audit log. The log is kept forever, so do not include names.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, note: { type: 'string' } },
      takes: ['The payout'],
    });
    const note = values.note?.trim() ?? '';
    if (note === '' || note.length > 2_000)
      throw new UsageProblem('--note must say what you found, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const payoutId = positionals[0]!;
      const settled = await settlePayout({ db }, { payoutId, note, actor }, now);
      if (!settled.ok) {
        return printRefusal(
          {
            unknown_payout: 'There is no such payout; see payments payouts.',
            nothing_open: 'This payout does not need you.',
          }[settled.error.kind],
        );
      }
      print(`Payout ${payoutId} is settled${settled.value.isBooked ? ' and booked' : ''}.`);
      return 0;
    });
  },
};
