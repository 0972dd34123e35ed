import {
  type ListedWarning,
  listFraudWarnings,
  settleFraudWarning,
  type WarningState,
} from '#features/disputes/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_LISTED = 500;

const stateText: Readonly<Record<WarningState, string>> = {
  open: 'open',
  refunded: 'refunded',
  disputed: 'disputed',
  settled: 'settled',
  not_ours: 'not a payment of this shop',
};

export const fraudWarningsCommand: Command = {
  name: 'payments fraud-warnings',
  takes: '[--all] [--json]',
  does: 'List payments that the cardholder’s bank reports as fraud before they are disputed.',
  options: [
    ['--all', 'Also list those that were refunded, disputed or settled.'],
    ['--json', 'As JSON, amounts in minor units.'],
  ],
  more: `A refund to the card now avoids the dispute and its fee: npm run shop -- refunds create <order> --fees returned --reason TEXT
To keep the money all the same: npm run shop -- payments settle-warning <warning> --note TEXT`,
  async run(words) {
    const { values } = readWords(words, {
      options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
      takes: [],
    });
    return await withOperator(undefined, async ({ db, shop }) => {
      const warnings = await listFraudWarnings(db, { all: values.all ?? false, limit: MAX_LISTED });
      if (values.json) {
        print(JSON.stringify(warnings, null, 2));
        return 0;
      }
      if (warnings.length === 0) {
        print(values.all ? 'There have been no fraud warnings.' : 'No fraud warnings are open.');
        return 0;
      }
      const rows = warnings.map((warning) => [
        momentText(warning.reportedAt, shop),
        warning.orderCode ?? '',
        leftText(warning, shop),
        stateText[warning.state],
        plain(`${warning.gateway} ${warning.warningId}`),
        plain(warning.reason),
      ]);
      print(tableText([['Reported', 'Order', 'Left', 'State', 'Warning', 'Reason'], ...rows], [2]));
      return 0;
    });
  },
};

function leftText({ left, currency }: ListedWarning, shop: OperatorShop['shop']): string {
  if (left === null) return '';
  return currency === shop.public.currency ? moneyText(left, shop) : `${left} ${currency} (minor units)`;
}

export const settleWarningCommand: Command = {
  name: 'payments settle-warning',
  takes: '<warning> --note TEXT',
  does: 'Remove a fraud warning from the list and keep the money.',
  options: [
    [
      '--note TEXT',
      'Why you are keeping the money, for the audit log. The log is kept forever, so do not include names.',
    ],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, note: { type: 'string' } },
      takes: ['The warning'],
    });
    const note = values.note?.trim() ?? '';
    if (note === '' || note.length > 2_000)
      throw new UsageProblem('--note must say why you are keeping the money, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const warningId = positionals[0]!;
      if (!(await settleFraudWarning({ db }, { warningId, note, actor }, now))) {
        return printRefusal('There is no such open warning; see payments fraud-warnings.');
      }
      print(`Fraud warning ${warningId} is settled.`);
      return 0;
    });
  },
};
