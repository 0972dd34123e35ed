import { changeKnownItems, importCatalogue, knownItemKinds, plansOnSale } from '#features/catalogue/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { importVouchers } from '#features/vouchers/server/public.ts';
import { type Actor, SYSTEM } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type CalendarDate, calendarDate, dayZero, isoDate } from '../domain/day-zero.ts';
import { byPlace, type Mistake } from './folder/mistake.ts';
import { readShopFolder, type ShopFolder } from './folder/read-shop-folder.ts';
import { dayIn } from './folder/wall-clock.ts';
import type { MadePictures } from './images/make-pictures.ts';
import { hasOtherTerms, hasSoldAnything, lockImports, saveTerms } from './import-store.ts';
import { latePlans } from './late-plans.ts';
import { type ResolvedShop, resolveShopFolder } from './resolve/resolve-shop-folder.ts';
import { type ShopStateRow, saveShopState, shopState } from './shop-state-store.ts';
import { storePictures } from './store-pictures.ts';

/** Increase it when a new version of the code stores a different result for the same folder. */
const IMPORT_VERSION = 1;

export interface ImportOptions {
  readonly db: Db;
  readonly folder: string;
  /** Where pictures are made before they are stored; null makes none, for tests without pictures. */
  readonly imagesFolder: string | null;
  /** A cache of encoded pictures that several data folders share. */
  readonly cacheFolder?: string | undefined;
  /** Whether the pictures' sources are stored, for a later export; by default if pictures are made. */
  readonly keepsSources?: boolean;
  /** For the audit log; by default the system. */
  readonly actor?: Actor;
  readonly now: Date;
}

export interface ImportReport {
  readonly version: number;
  /** False if the folder is the same as last time and nothing was written. */
  readonly isChanged: boolean;
  readonly items: { readonly total: number; readonly added: number; readonly withdrawn: number };
  readonly vouchers: number;
  readonly pictures: MadePictures | null;
  /** For example about HTML that was left out. */
  readonly warnings: readonly Mistake[];
}

/**
 * Safe to repeat. Reports every mistake, and changes nothing if there is one. Stores pictures first, named by their
 * content; then known items that have changed, in short transactions; then everything else, and the items again, in one
 * transaction (`docs/decisions/0081-imports-in-short-steps.md`).
 */
export async function importShopFolder(options: ImportOptions): Promise<Result<ImportReport, readonly Mistake[]>> {
  const { folder, mistakes } = await readShopFolder(options.folder);
  if (!folder) return refuse(mistakes.sort(byPlace));
  const zero = await dayZeroOf(folder, options);
  const resolved = await resolveShopFolder(folder, zero);
  const all = [...mistakes, ...resolved.mistakes];
  if (all.length > 0) {
    const contradictions = await contradictionsDespiteMistakes(folder, resolved.shop, options);
    return refuse([...all, ...contradictions].sort(byPlace));
  }

  const keepsSources = options.keepsSources ?? options.imagesFolder !== null;
  const pictures = await storePictures(resolved.shop, { ...options, keepsSources });
  const { db, now } = options;
  const checked = await db.transaction((tx) => check(tx, folder, resolved.shop, zero, now));
  if (!checked.ok) return checked;
  const withdrawn = checked.value.isChanged ? await changeKnownItems(db, resolved.shop) : 0;
  const stored = await db.transaction(async (tx) => {
    const written = await store(tx, folder, resolved.shop, { zero, withdrawn, now });
    if (written.ok && written.value.isChanged) await audit(tx, options, written.value);
    return written;
  });
  if (!stored.ok) return stored;
  const { leftAlone, planWarnings, ...report } = stored.value;
  const warnings = [...resolved.warnings, ...planWarnings, ...warningsAboutVouchers(folder, leftAlone)];
  return ok({ ...report, pictures, warnings: warnings.sort(byPlace) });
}

/** Warns about vouchers of the folder that were created by command, which the folder cannot change. */
const warningsAboutVouchers = ({ vouchers }: ShopFolder, leftAlone: readonly string[]): Mistake[] =>
  vouchers
    .filter(({ value }) => leftAlone.includes(value.code))
    .map(({ yaml, path, value: { code } }) => ({
      file: yaml.file,
      line: yaml.lineOf([...path, 'code']),
      message: `code: the voucher ${code} was created by command and stays as it is`,
    }));

/** The stored day zero if the folder's rule is unchanged, otherwise the rule's day as of today. */
async function dayZeroOf({ shop }: ShopFolder, { db, now }: ImportOptions): Promise<CalendarDate> {
  const rule = shop.value.day_zero;
  const state = await shopState(db);
  if (state && isSame(state.config.dayZeroRule, rule)) return calendarDate(state.dayZero)!;
  const today = dayIn(shop.value.timezone, now);
  // An invalid date is already among the mistakes. Today replaces it while the others are collected.
  if (typeof rule === 'string') return calendarDate(rule) ?? today;
  const nth = rule.nth === 'last' ? -1 : rule.nth;
  return dayZero({ nth, weekday: rule.weekday, month: rule.month, atLeastDaysAway: rule.at_least_days_away }, today);
}

const isSame = (stored: unknown, rule: unknown): boolean =>
  JSON.stringify(sorted(stored)) === JSON.stringify(sorted(rule));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;

type Stored = Omit<ImportReport, 'pictures' | 'warnings'> & {
  /** Codes of the folder's vouchers that were created by command, so the import left them unchanged. */
  readonly leftAlone: readonly string[];
  readonly planWarnings: readonly Mistake[];
};

interface Checked {
  readonly isChanged: boolean;
  readonly before: ShopStateRow | undefined;
  readonly planWarnings: readonly Mistake[];
}

/** Compares the folder with the database: the same as last time, refused, or to be stored. Writes nothing. */
async function check(
  tx: Tx,
  folder: ShopFolder,
  shop: ResolvedShop,
  zero: CalendarDate,
  now: Date,
): Promise<Result<Checked, readonly Mistake[]>> {
  await lockImports(tx);
  const before = await shopState(tx);
  if (before?.folderHash === hashOf(folder) && before.dayZero === isoDate(zero)) {
    return ok({ isChanged: false, before, planWarnings: [] });
  }
  const { warnings: planWarnings } = latePlans(shop, await plansOnSale(tx), now);
  const contradictions = await findContradictions(tx, folder, shop, before, now);
  return contradictions.length > 0 ? refuse(contradictions) : ok({ isChanged: true, before, planWarnings });
}

const hashOf = ({ files }: ShopFolder): string => `${IMPORT_VERSION}:${files.hash}`;

async function store(
  tx: Tx,
  folder: ShopFolder,
  shop: ResolvedShop,
  { zero, withdrawn, now }: { readonly zero: CalendarDate; readonly withdrawn: number; readonly now: Date },
): Promise<Result<Stored, readonly Mistake[]>> {
  // Checked again, because another import may have run in between.
  const checked = await check(tx, folder, shop, zero, now);
  if (!checked.ok) return checked;
  const { isChanged, before, planWarnings } = checked.value;
  const counts = { total: shop.items.length, added: 0, withdrawn };
  if (!isChanged) {
    const vouchers = shop.vouchers.length;
    return ok({ version: before!.version, isChanged, items: counts, vouchers, leftAlone: [], planWarnings });
  }
  await saveTerms(tx, termsOf(shop), now);
  // Vouchers before items: a checkout locks them in this order.
  const leftAlone = await importVouchers(tx, shop.vouchers);
  const catalogue = await importCatalogue(tx, shop);
  const items = { ...counts, added: catalogue.added, withdrawn: withdrawn + catalogue.withdrawn };
  const state = { dayZero: isoDate(zero), folderHash: hashOf(folder), config: shop.config, importedAt: now };
  const version = await saveShopState(tx, state);
  const vouchers = shop.vouchers.length - leftAlone.length;
  return ok({ version, isChanged, items, vouchers, leftAlone, planWarnings });
}

const audit = (
  tx: Tx,
  { actor = SYSTEM, folder, now }: ImportOptions,
  { version, items, vouchers }: Stored,
): Promise<void> => {
  const details = { version, items: items.total, withdrawn_items: items.withdrawn, vouchers };
  return writeAudit(tx, { actor, action: 'shop.imported', subject: folder, details }, now);
};

const termsOf = ({ config }: ResolvedShop) => ({
  version: config.public.termsVersion,
  html: config.public.texts.termsConditionsHtml,
});

/** Finds contradictions between the database and a folder that also has mistakes. Writes nothing. */
const contradictionsDespiteMistakes = (
  folder: ShopFolder,
  shop: ResolvedShop,
  { db, now }: ImportOptions,
): Promise<readonly Mistake[]> =>
  db.transaction(async (tx) => {
    await lockImports(tx);
    return await findContradictions(tx, folder, shop, await shopState(tx), now);
  });

async function findContradictions(
  tx: Tx,
  folder: ShopFolder,
  shop: ResolvedShop,
  before: ShopStateRow | undefined,
  now: Date,
): Promise<Mistake[]> {
  const { wrongKeys } = folder;
  const mistakes = wrongKeys.has('currency') ? [] : await currencyContradictions(tx, folder, shop, before);
  const kinds = await knownItemKinds(tx);
  for (const { entry, externalCode, kind } of shop.items) {
    const known = kinds.get(externalCode);
    if (known === undefined || known === kind || !isKnownType(folder, entry.value.type)) continue;
    const line = entry.yaml.lineOf([...entry.path, 'type']);
    const message = `type: ${externalCode} was sold as ${known} before; give it another external_code`;
    mistakes.push({ file: entry.yaml.file, line, message });
  }
  mistakes.push(...latePlans(shop, await plansOnSale(tx), now).mistakes);
  if (wrongKeys.has('terms_version') || !folder.files.pages.has('terms-conditions')) return mistakes;
  const terms = termsOf(shop);
  if (await hasOtherTerms(tx, terms)) {
    const { yaml, path } = folder.shop;
    const message = `terms_version: pages/terms-conditions.html has changed since version ${terms.version}; give it a new one`;
    mistakes.push({ file: yaml.file, line: yaml.lineOf([...path, 'terms_version']), message });
  }
  return mistakes;
}

const isKnownType = ({ shop: { value } }: ShopFolder, type: string): boolean =>
  type in value.product_types || type in value.merchandise_types;

/**
 * Carts, orders and the ledger store plain minor units, so another currency or number of digits would change every
 * amount.
 */
async function currencyContradictions(
  tx: Tx,
  { shop: { yaml, path } }: ShopFolder,
  shop: ResolvedShop,
  before: ShopStateRow | undefined,
): Promise<Mistake[]> {
  const [was, is] = [before?.config.public, shop.config.public];
  if (!was || (was.currency === is.currency && was.currencyDigits === is.currencyDigits)) return [];
  if (!(await hasSoldAnything(tx))) return [];
  const message =
    was.currency === is.currency
      ? `currency_digits: the shop has sold with ${was.currencyDigits} digits`
      : `currency: the shop has sold in ${was.currency}`;
  const key = was.currency === is.currency ? 'currency_digits' : 'currency';
  return [{ file: yaml.file, line: yaml.lineOf([...path, key]), message }];
}
