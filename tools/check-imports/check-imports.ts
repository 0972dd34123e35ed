import fs from 'node:fs';
import path from 'node:path';
import { areaOf, isBrowserSide, isPure, isTestFile } from './areas.ts';
import { addEdge, cyclesIn, type Graph } from './cycles.ts';
import { coloursInCss, readSource } from './read-source.ts';
import type { Statement } from './read-sql.ts';
import { type Import, objectionTo } from './table.ts';
import { TABLE_OWNERS } from './table-owners.ts';

export interface ImportReport {
  files: number;
  imports: number;
  statements: number;
  problems: string[];
}

/**
 * Checks every file below `sourceFolder` (a `src/`) against the import table, and for purity, cycles, pairs of
 * features, SQL, and colours outside the tokens.
 */
export function checkImports(sourceFolder: string): ImportReport {
  const report: ImportReport = { files: 0, imports: 0, statements: 0, problems: [] };
  const fileGraph: Graph = new Map();
  const domainGraph: Graph = new Map();
  const featureGraph: Graph = new Map();
  for (const file of filesBelow(sourceFolder)) {
    const blame = (line: number, what: string) => report.problems.push(`src/${file}:${line}: ${what}`);
    const text = fs.readFileSync(path.join(sourceFolder, file), 'utf8');
    report.files += 1;
    if (file.endsWith('.css')) {
      if (!isTokens(file))
        for (const { what, line } of coloursInCss(text)) blame(line, `the colour ${what} is outside the tokens`);
      continue;
    }
    const source = readSource(text, file.endsWith('x'));
    for (const { specifier, line, isTypeOnly, isLazy } of source.imports) {
      const found: Import = { from: file, line, specifier, isTypeOnly, isLazy, to: resolve(file, specifier) };
      report.imports += 1;
      const objection = objectionTo(found);
      if (objection) blame(line, `${objection}: ${specifier}`);
      if (found.to && !isTestFile(file)) addToGraphs(found, { fileGraph, domainGraph, featureGraph });
    }
    if (!isTestFile(file)) {
      report.statements += source.statements.length;
      for (const statement of source.statements) {
        for (const objection of objectionsToSql(file, statement)) blame(statement.line, objection);
      }
    }
    if (isPure(file) && !isTestFile(file)) {
      for (const { what, line } of source.impurities) blame(line, `pure code uses ${what}; it must be an argument`);
    }
    if (isBrowserSide(file) && !isTestFile(file) && !hasCardLogos(file)) {
      for (const { what, line } of source.colours) blame(line, `the colour ${what} is outside the tokens`);
    }
  }
  for (const cycle of cyclesIn(fileGraph))
    report.problems.push(`files import each other in a cycle: ${cycle.join(' -> ')}`);
  for (const cycle of cyclesIn(domainGraph))
    report.problems.push(`domains of features import each other in a cycle: ${cycle.join(' -> ')}`);
  for (const pair of mutualPairsIn(featureGraph))
    if (!KNOWN_PAIRS.has(pair)) report.problems.push(`features import each other: ${pair}`);
  return report;
}

/** Pairs of features that still import each other. The list may only get shorter. */
const KNOWN_PAIRS = new Set([
  'invoices and orders',
  'orders and refunds',
  'orders and tickets',
  'payment-plans and shop-config',
]);

const mutualPairsIn = (features: Graph): string[] =>
  [...features].flatMap(([one, imported]) =>
    [...imported].filter((other) => one < other && features.get(other)?.has(one)).map((other) => `${one} and ${other}`),
  );

/** SQL of features and applications must be in store files, and only a table's owner writes it. */
function objectionsToSql(file: string, { written }: Statement): string[] {
  const objections: string[] = [];
  if (/^(features|apps)\//.test(file) && !file.endsWith('-store.ts'))
    objections.push('SQL outside a store file (*-store.ts)');
  // A backup restores every table by its name.
  if (file.startsWith('platform/backup/')) return objections;
  for (const table of written) {
    const owners = table === undefined ? undefined : TABLE_OWNERS[table];
    if (table === undefined) objections.push('writes a table whose name is assembled');
    else if (!owners) objections.push(`the table ${table} has no owner in table-owners.ts`);
    else if (!owners.some((owner) => file.startsWith(`${owner}/`)))
      objections.push(`writes ${table}, which belongs to ${owners.join(' and ')}`);
  }
  return objections;
}

/**
 * Adds an import to the graphs that are searched for cycles. The graph of files has only imports that load the other
 * file at once; those of domains and features also have imports of types.
 */
function addToGraphs(
  { from, to, isTypeOnly, isLazy }: Import,
  { fileGraph, domainGraph, featureGraph }: Record<'fileGraph' | 'domainGraph' | 'featureGraph', Graph>,
): void {
  if (!isTypeOnly && !isLazy) addEdge(fileGraph, from, to!);
  const [one, other] = [areaOf(from), areaOf(to!)];
  if (one && other && 'feature' in one && 'feature' in other && one.feature !== other.feature) {
    addEdge(featureGraph, one.feature, other.feature);
  }
  if (one?.kind === 'domain' && other?.kind === 'domain' && one.feature !== other.feature) {
    addEdge(domainGraph, one.feature, other.feature);
  }
}

/** The card schemes prescribe the colours of their logos. */
const hasCardLogos = (file: string) => /\/(card-logos|payment-badges)\.tsx$/.test(file);

const isTokens = (file: string) => file.startsWith('ui/tokens/');

/** Returns the imported file relative to `src/`, or undefined if it is not ours. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return undefined;
  const to = path.posix.join(path.posix.dirname(from), specifier);
  return to.startsWith('..') ? undefined : to;
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(ts|tsx|css)$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

if (import.meta.main) {
  const { files, imports, statements, problems } = checkImports(path.resolve(import.meta.dirname, '../../src'));
  for (const problem of problems) console.error(problem);
  console.log(`${imports} imports and ${statements} statements of SQL in ${files} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || imports === 0 || statements === 0 ? 1 : 0;
}
