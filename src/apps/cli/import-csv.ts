import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { type CsvLayout, headingsKey, layoutOfMap } from '#features/bank-statements/domain/csv-columns.ts';
import {
  type CsvMaps,
  catchFileProblems,
  csvFilesAmong,
  inspectCsv,
  knownMaps,
  layoutWords,
  type PackedFile,
  saveColumns,
  stopText,
} from '#features/bank-statements/server/public.ts';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { checkShape } from '#features/shop-config/server/folder/check-shape.ts';
import { describeMistake } from '#features/shop-config/server/folder/mistake.ts';
import {
  csvMapInFolder,
  csvMapOf,
  statementCsv,
} from '#features/shop-config/server/folder/schema/statement-csv-file.ts';
import { parseYaml } from '#features/shop-config/server/folder/yaml-file.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import { ok } from '#kernel/result.ts';
import { print, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { moneyText } from './values.ts';
import type { OperatorShop } from './with-operator.ts';

/** The columns of CSV files, which are remembered once the files are booked. */
type ChosenColumns = readonly { readonly names: readonly string[]; readonly layout: CsvLayout }[];

/** Returns how to read CSV files: as `--csv` says, or else as the shop knows them. */
export async function csvOf(
  option: string | undefined,
  files: readonly PackedFile[],
  { db, shop }: OperatorShop,
): Promise<{ readonly maps: CsvMaps; readonly chosen: ChosenColumns }> {
  const maps = await knownMaps(db, shop);
  if (option === undefined) return { maps, chosen: [] };
  if (option === 'guess') {
    const guesses = csvFiles(files).map((file) => guessOf(file, shop));
    const remembered = guesses.flatMap(({ names, read }) =>
      read.ok ? [{ headings: headingsKey(names), map: read.value.map }] : [],
    );
    const chosen = guesses.filter(({ read }) => read.ok).map(({ names, layout }) => ({ names, layout }));
    return { maps: { ...maps, remembered: [...remembered, ...maps.remembered] }, chosen };
  }
  const inFolder = shop.private.bankStatements?.csv[option];
  if (inFolder) return { maps: { ...maps, chosen: inFolder }, chosen: [] };
  const map = await mapIn(option);
  const chosen = csvFiles(files).map((file) => {
    const { names } = inspect(file, shop, map);
    return { names, layout: layoutOfMap(names, map) };
  });
  return { maps: { ...maps, chosen: map }, chosen };
}

/** Remembers what `--csv` said, so that the next file of the same bank needs no option. */
export async function rememberCsv(chosen: ChosenColumns, { db, actor, now }: OperatorShop): Promise<void> {
  for (const columns of chosen) await saveColumns(db, { ...columns, actor }, now);
}

/** Shows what the columns of a CSV seem to mean, and how its first lines would be read. */
export function printGuess(file: string, files: readonly PackedFile[], shop: Shop): void {
  const found = csvFiles(files).find(({ name }) => name === file);
  if (!found) return;
  const { names, read } = guessOf(found, shop);
  print(`The columns of ${plain(file)}: ${plain(names.join(', '))}`);
  if (!read.ok) {
    print(ENGLISH.translate(layoutWords[read.error.kind]));
    return;
  }
  print(`\nThey seem to mean:\n\n${stringify(csvMapInFolder(read.value.map))}`);
  const lines = read.value.statements.flatMap((statement) => statement.lines);
  const shown = lines
    .slice(0, 5)
    .map((line) =>
      line.kind === 'line'
        ? [
            line.bookedOn,
            `${line.direction === 'out' ? '-' : ''}${moneyText(line.amount, shop)}`,
            plain(line.party.name ?? ''),
            plain(line.text.slice(0, 60)),
          ]
        : [line.bookedOn ?? '', '', '', plain(stopText(ENGLISH, line))],
    );
  if (shown.length > 0) print(`The first lines:\n\n${tableText(shown, [1])}\n`);
  const stopped = lines.flatMap((line) => (line.kind === 'stopped' ? [plain(stopText(ENGLISH, line))] : []));
  if (stopped.length > 0) print(`Lines that cannot be read: ${stopped.length}. The first: ${stopped[0]}\n`);
}

const guessOf = (file: PackedFile, shop: Shop) => inspect(file, shop, null);

function inspect(file: PackedFile, shop: Shop, form: CsvMap | null) {
  const read = catchFileProblems(() => ok(inspectCsv(file, shop, form)));
  if (!read.ok) throw new UsageProblem(`${plain(file.name)} cannot be read.`);
  return read.value;
}

/** Returns no files if they cannot be unpacked; reading them then reports that. */
function csvFiles(files: readonly PackedFile[]): readonly PackedFile[] {
  const found = catchFileProblems(() => ok(csvFilesAmong(files)));
  return found.ok ? found.value : [];
}

async function mapIn(file: string): Promise<CsvMap> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch {
    throw new UsageProblem(`There is no CSV format "${file}" in the shop folder, and no such file.`);
  }
  const { yaml, mistakes } = parseYaml(file, content);
  const checked = yaml ? checkShape(statementCsv, yaml) : { value: null, mistakes: [] };
  if (!checked.value) throw new UsageProblem([...mistakes, ...checked.mistakes].map(describeMistake).join('\n'));
  return csvMapOf(checked.value);
}
