import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { accountOf, balanceOf, linesOfEntry } from '../domain/camt.ts';
import type { Statement, StatementLine, StoppedLine, WhyUnreadable } from '../domain/statement.ts';
import { at, type XmlElement } from '../domain/xml-element.ts';
import { LimitExceeded, UnreadableFile } from './unreadable-file.ts';

const MAX_DEPTH = 64;

const SCOPES = {
  Stmt: 'days',
  Rpt: 'running_day',
  Ntfctn: 'notices',
} as const satisfies Record<string, Statement['scope']>;

/** Only these elements are built as trees, and dropped when they end, so that a large file needs little memory. */
const KEPT = new Set(['Ntry', 'Bal', 'Acct', 'ElctrncSeqNb', 'Id']);

type OpenStatement = { -readonly [Key in keyof Statement]: Statement[Key] } & {
  lines: (StatementLine | StoppedLine)[];
};

/**
 * Reads ISO 20022 camt.052, .053 and .054 of any version. Entities are not expanded, and a file with a DOCTYPE is
 * refused. Throws `UnreadableFile`, or `LimitExceeded` past `maxEntries`.
 */
export function readCamt(text: string, file: string, maxEntries: number): Statement[] {
  const statements: OpenStatement[] = [];
  let current: OpenStatement | null = null;
  const path: string[] = [];
  const open: XmlElement[] = [];
  let entries = 0;
  const parser = new SaxesParser({ xmlns: true });
  const fail = (why: WhyUnreadable): never => {
    throw new UnreadableFile(file, why);
  };
  // The parser's words begin with the line and column.
  parser.on('error', ({ message }) =>
    fail({ kind: 'broken_xml', line: parser.line, words: message.replace(/^\d+:\d+: /, '').replace(/\.$/, '') }),
  );
  parser.on('doctype', () => fail({ kind: 'doctype' }));
  parser.on('opentag', (tag) => {
    const { local } = tag as SaxesTagNS;
    path.push(local);
    if (path.length > MAX_DEPTH) fail({ kind: 'nested_too_deeply' });
    if (path.length === 3 && local in SCOPES) {
      current = openStatement(SCOPES[local as keyof typeof SCOPES], file);
      statements.push(current);
    }
    const parent = open.at(-1);
    if (!parent && !(current && path.length === 4 && KEPT.has(local))) return;
    const element = { name: local, attributes: attributesOf(tag as SaxesTagNS), text: '', children: [] };
    parent?.children.push(element);
    open.push(element);
  });
  const addText = (words: string) => {
    const element = open.at(-1);
    if (element) element.text += words;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
    const element = open.pop();
    if (!element || open.length > 0 || !current) return;
    if (element.name === 'Ntry') {
      entries += 1;
      const lines = linesOfEntry(element);
      current.lines.push(...lines);
      if (entries > maxEntries) throw new LimitExceeded(file, 'entries');
    } else {
      addToStatement(current, element);
    }
  });
  parser.write(text).close();
  return statements;
}

/** Judges by the beginning of the file. */
export const looksLikeCamt = (text: string): boolean =>
  /^\s*</.test(text) && /<(\w+:)?(BkToCstmrStmt|BkToCstmrAcctRpt|BkToCstmrDbtCdtNtfctn)\b/.test(text.slice(0, 20_000));

const openStatement = (scope: Statement['scope'], file: string): OpenStatement => ({
  ...{ format: 'camt', scope, file, number: null, account: null, currency: null, opening: null, closing: null },
  lines: [],
});

function addToStatement(statement: OpenStatement, element: XmlElement): void {
  if (element.name === 'Acct') Object.assign(statement, accountOf(element));
  else if (element.name === 'Bal') {
    const balance = balanceOf(element);
    if (balance) statement[balance.which] = balance.amount;
    statement.currency ??= at(element, 'Amt')?.attributes.Ccy ?? null;
  } else if (element.name === 'Id') statement.number ??= element.text.trim() || null;
  else statement.number = element.text.trim() || statement.number;
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes = Object.values(tag.attributes) as SaxesAttributeNS[];
  return Object.fromEntries(attributes.map(({ local, value }) => [local, value]));
}
