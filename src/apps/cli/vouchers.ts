import type { Shop } from '#features/shop-config/server/public.ts';
import { voucherState } from '#features/vouchers/domain/voucher-validity.ts';
import { allVouchers, createVouchers, type ListedVoucher, switchVoucher } from '#features/vouchers/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { jsonText } from './json.ts';
import { plain, tableText } from './table.ts';
import { amountOf, momentOf, momentText, moneyText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords, wholeNumber } from './words.ts';

const MAX_AT_ONCE = 100_000;

const createCommand: Command = {
  name: 'vouchers create',
  takes: '--name NAME --amount AMOUNT [--code CODE | --count NUMBER] [--uses NUMBER] [--from DAY] [--until DAY]',
  does: 'Create one voucher with a code of your choice, or many with unguessable codes; prints one code per line.',
  options: [
    ['--name NAME', 'Shown next to the discount.'],
    ['--amount AMOUNT', 'The amount it takes off an order, for example 20.00.'],
    ['--code CODE', 'The code; upper and lower case are treated the same.'],
    ['--count NUMBER', 'How many vouchers with random codes. Default: 1.'],
    ['--uses NUMBER', 'How many orders each can be used in, or unlimited. Default: 1; unlimited with --code.'],
    ['--from DAY', 'Valid from, for example 2027-01-31 or "2027-01-31 12:00".'],
    ['--until DAY', 'Valid until; a date without a time includes the whole day.'],
    actorHelp,
  ],
  async run(words) {
    const { values } = readWords(words, {
      options: {
        ...actorOption,
        name: { type: 'string' },
        amount: { type: 'string' },
        code: { type: 'string' },
        count: { type: 'string' },
        uses: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
      },
      takes: [],
    });
    const name = values.name?.trim() ?? '';
    if (name === '' || name.length > 120) throw new UsageProblem('--name must have 1 to 120 characters.');
    const { amount: amountText, code } = values;
    if (amountText === undefined) throw new UsageProblem('--amount is missing.');
    if (code !== undefined && values.count !== undefined) {
      throw new UsageProblem('--code creates one voucher; leave out --count.');
    }
    const count = wholeNumber(values.count, '--count', { max: MAX_AT_ONCE }) ?? 1;
    const usesLimit =
      values.uses === 'unlimited'
        ? null
        : (wholeNumber(values.uses, '--uses', { max: 10_000_000 }) ?? (code === undefined ? 1 : null));
    return await withOperator(values.as, async ({ db, shop, actor, now }) => {
      const created = await createVouchers(
        db,
        {
          codes: code === undefined ? { count } : { chosen: code.trim() },
          name,
          amount: amountOf(amountText, shop),
          usesLimit,
          validFrom: values.from === undefined ? null : momentOf(values.from, '--from', shop),
          validUntil: values.until === undefined ? null : momentOf(values.until, '--until', shop, 'end'),
          actor,
        },
        now,
      );
      if (!created.ok) {
        return printRefusal(
          {
            bad_code: 'A code must have 2 to 40 characters: letters, digits, - and _.',
            taken: `There is already a voucher ${plain(code ?? '')}.`,
            ends_before_it_begins: '--until is before --from.',
            over_already: '--until is in the past.',
          }[created.error.kind],
        );
      }
      for (const voucherCode of created.value) print(voucherCode);
      // Goes to stderr, so that only the codes are piped into a file.
      process.stderr.write(
        `${created.value.length === 1 ? 'One voucher' : `${created.value.length} vouchers`} created.\n`,
      );
      return 0;
    });
  },
};

const listCommand: Command = {
  name: 'vouchers list',
  takes: '[--json]',
  does: 'List all vouchers with their uses.',
  options: [['--json', 'As JSON, amounts in minor units.']],
  async run(words) {
    const { values } = readWords(words, { options: { json: { type: 'boolean' } }, takes: [] });
    return await withOperator(undefined, async ({ db, shop, now }) => {
      const vouchers = await allVouchers(db);
      if (values.json) {
        print(jsonText(vouchers.map(({ id: _, ...voucher }) => voucher)));
        return 0;
      }
      const rows = vouchers.map((voucher) => rowOf(voucher, shop, now));
      const head = ['code', 'amount', 'used', 'state', 'from', 'until', 'created by', 'name'];
      print(rows.length === 0 ? 'No vouchers.' : tableText([head, ...rows], [1, 2]));
      return 0;
    });
  },
};

const rowOf = (voucher: ListedVoucher, shop: Shop, now: Date): string[] => [
  voucher.code,
  moneyText(voucher.amount, shop),
  voucher.usesLimit === null ? String(voucher.uses) : `${voucher.uses} of ${voucher.usesLimit}`,
  voucherState(voucher, now),
  voucher.validFrom ? momentText(voucher.validFrom, shop) : '',
  voucher.validUntil ? momentText(voucher.validUntil, shop) : '',
  voucher.madeBy,
  plain(voucher.name),
];

const switchCommand = (isActive: boolean): Command => ({
  name: isActive ? 'vouchers activate' : 'vouchers deactivate',
  takes: '<code>',
  does: isActive
    ? 'Make a voucher usable again.'
    : 'Stop a voucher from being used; orders that already used it keep their discount.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The code'] });
    return await withOperator(values.as, async ({ db, actor, now }) => {
      const switched = await switchVoucher(db, { code: positionals[0]!, isActive, actor }, now);
      if (!switched.ok) return printRefusal('There is no such voucher.');
      const { code, madeBy } = switched.value;
      print(`Voucher ${code} is ${isActive ? 'active' : 'inactive'}.`);
      if (madeBy === 'folder') {
        print(
          `It comes from the shop folder: the next import of a changed folder resets it to what vouchers.yaml says.`,
        );
      }
      return 0;
    });
  },
});

export const voucherCommands: readonly Command[] = [
  createCommand,
  listCommand,
  switchCommand(false),
  switchCommand(true),
];
