import { type CloseRefusal, closedMonth, closeMonth, makeBooks, partOfBooks } from '#features/books/server/public.ts';
import { openShopFiles } from '#platform/files/shop-files.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { writePrivateFile } from './private-file.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const monthCommand: Command = {
  name: 'reports month',
  takes: '<month> --out FILE [--as NAME]',
  does: 'Close a month that is over and write its books as a ZIP file.',
  options: [['--out FILE', 'Where to write it.'], actorHelp],
  more: 'A month is closed once; afterwards nothing can be booked or issued in it, and the file is always the same. It names the buyers on the invoices.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, out: { type: 'string' } },
      takes: ['The month, such as 2027-01,'],
    });
    const { out } = values;
    if (out === undefined) throw new UsageProblem('--out is missing.');
    return await withOperator(values.as, async (operator) => {
      const month = positionals[0]!;
      const { db, shop, actor, now } = operator;
      const closed = await closeMonth({ db }, { month, timezone: shop.public.timezone, actor }, now);
      if (!closed.ok) return printRefusal(refusalText(closed.error));
      const file = await fileOf(operator, month);
      if (!file) return printRefusal(`The file of ${month} has been deleted because its storage period is over.`);
      await writePrivateFile(out, file);
      const { sha256 } = (await closedMonth(db, month))!;
      print(
        [
          `${month} is closed: nothing can be booked or issued in it any more.`,
          `Its books are written to ${out}.`,
          `SHA-256 ${sha256}`,
        ].join('\n'),
      );
      return 0;
    });
  },
};

function refusalText(refusal: CloseRefusal): string {
  if (refusal.kind === 'no_month') return 'The month must be written as 2027-01.';
  return 'This month can be closed an hour after its end.';
}

/** Returns a month's file, which is made on first use. Null once it was deleted. */
async function fileOf({ db, shop, config, now }: OperatorShop, month: string): Promise<Buffer | null> {
  const closed = (await closedMonth(db, month))!;
  const files = openShopFiles({ db, dataDir: config.dataDir, maxBytes: config.imageCacheBytes });
  const parts = { db, loadShop: async () => shop, files };
  if (closed.madeAt === null) await makeBooks(parts, closed, now);
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = await partOfBooks(db, month, pieces.length);
    if (!piece) return pieces.length === 0 ? null : Buffer.concat(pieces);
    pieces.push(piece);
  }
}

export const reportCommands: readonly Command[] = [monthCommand];
