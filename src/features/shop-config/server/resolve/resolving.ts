import { type Minor, zero as noMoney } from '#kernel/money.ts';
import { wallTime } from '../../domain/date-expression.ts';
import type { CalendarDate } from '../../domain/day-zero.ts';
import { decimalMoney } from '../../domain/decimal-money.ts';
import { fillPlaceholders } from '../../domain/placeholders.ts';
import { lineAt, type Mistake } from '../folder/mistake.ts';
import { type HtmlPlace, sanitizeOperatorHtml } from '../folder/operator-html.ts';
import type { Entry } from '../folder/read-shop-folder.ts';
import { instantOf } from '../folder/wall-clock.ts';
import { type Path, pathText } from '../folder/yaml-file.ts';

/** One run over a shop folder: facts that every file needs, and the mistakes and warnings found so far. */
export interface Resolving {
  readonly zero: CalendarDate;
  readonly locale: string;
  readonly timezone: string;
  readonly currencyDigits: number;
  readonly mistakes: Mistake[];
  readonly warnings: Mistake[];
  addMistake(entry: Entry<unknown>, path: Path, message: string): void;
  addWarning(entry: Entry<unknown>, path: Path, message: string): void;
  /** Replaces the placeholders of dates. */
  text(entry: Entry<unknown>, path: Path, text: string): string;
  html(entry: Entry<unknown>, path: Path, html: string, place: HtmlPlace): string;
  /** `filledLater` names placeholders to leave unchanged. */
  page(file: string, html: string, filledLater?: readonly string[]): string;
  instant(entry: Entry<unknown>, path: Path, expression: string, edge: 'start' | 'end', timezone?: string): Date;
  money(entry: Entry<unknown>, path: Path, written: number | string): Minor;
}

export function startResolving(facts: {
  zero: CalendarDate;
  locale: string;
  timezone: string;
  currencyDigits: number;
}): Resolving {
  const mistakes: Mistake[] = [];
  const warnings: Mistake[] = [];
  const place = ({ yaml, path: start }: Entry<unknown>, path: Path) => ({
    file: yaml.file,
    line: yaml.lineOf([...start, ...path]),
  });
  const clean = (html: string, at: { file: string; line: number }, kind: HtmlPlace): string => {
    const { html: sanitized, removed } = sanitizeOperatorHtml(html, kind);
    for (const what of removed) warnings.push({ ...at, message: `${what} was left out` });
    return sanitized;
  };
  const resolving: Resolving = {
    ...facts,
    mistakes,
    warnings,
    addMistake(entry, path, message) {
      mistakes.push({ ...place(entry, path), message: named(path, message) });
    },
    addWarning(entry, path, message) {
      warnings.push({ ...place(entry, path), message: named(path, message) });
    },
    text(entry, path, text) {
      const filled = fillPlaceholders(text, facts);
      for (const { message } of filled.problems) resolving.addMistake(entry, path, message);
      return filled.text;
    },
    html: (entry, path, html, kind) => clean(resolving.text(entry, path, html), place(entry, path), kind),
    page(file, html, filledLater = []) {
      const filled = fillPlaceholders(html, { ...facts, filledLater });
      for (const { offset, message } of filled.problems) mistakes.push({ file, line: lineAt(html, offset), message });
      return clean(filled.text, { file, line: 1 }, 'page');
    },
    instant(entry, path, expression, edge, timezone = facts.timezone) {
      const wall = wallTime(expression, facts.zero);
      if (!wall) {
        resolving.addMistake(entry, path, `${expression} is not a date`);
        return new Date(0);
      }
      return instantOf(wall, timezone, edge);
    },
    money(entry, path, written) {
      const amount = decimalMoney(written, facts.currencyDigits);
      if (amount === null) {
        resolving.addMistake(entry, path, `${written} is not an amount with at most ${facts.currencyDigits} decimals`);
        return noMoney;
      }
      return amount;
    },
  };
  return resolving;
}

function named(path: Path, message: string): string {
  const name = pathText(path);
  return name ? `${name}: ${message}` : message;
}

export function refuseDuplicates<Value>(
  resolving: Resolving,
  entries: readonly { entry: Entry<unknown>; path: Path; value: Value }[],
  what: (value: Value) => string,
): void {
  const seen = new Set<Value>();
  for (const { entry, path, value } of entries) {
    if (seen.has(value)) resolving.addMistake(entry, path, `${what(value)} occurs twice`);
    seen.add(value);
  }
}
