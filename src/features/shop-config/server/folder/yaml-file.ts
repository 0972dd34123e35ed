import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Mistake } from './mistake.ts';

export type Path = readonly PropertyKey[];

export interface YamlFile {
  readonly file: string;
  /** Plain data by the rules of YAML 1.2. */
  readonly value: unknown;
  /** Returns the line of the key, or else of its nearest existing parent. */
  lineOf(path: Path): number;
  /** In the file's order; a JavaScript object puts keys such as '50' first. */
  keysAt(path: Path): string[];
}

/** A syntax error or a duplicate key yields mistakes and no value. */
export function parseYaml(file: string, text: string): { yaml: YamlFile | null; mistakes: Mistake[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const mistakes = document.errors.map((error) => ({
    file,
    line: lines.linePos(error.pos[0]).line,
    message: error.message.split('\n')[0]!,
  }));
  if (mistakes.length > 0) return { yaml: null, mistakes };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { yaml: null, mistakes: [{ file, line: 1, message: (error as Error).message }] };
  }
  const root = document.contents;
  return {
    yaml: {
      file,
      value,
      lineOf: (path) => lines.linePos(offsetOf(root, path)).line,
      keysAt(path) {
        const map = path.length === 0 ? root : document.getIn(path, true);
        return isMap(map) ? map.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : [];
      },
    },
    mistakes: [],
  };
}

function offsetOf(root: Node | null, path: Path): number {
  let offset = root?.range?.[0] ?? 0;
  let node: unknown = root;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!isPair(pair)) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      const start = (node as Node | undefined)?.range?.[0];
      if (start === undefined) break;
      offset = start;
    } else break;
  }
  return offset;
}

/** Indexes count from 1: `travel_times[2].at` is in the second travel time. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step + 1}]`;
    return text ? `${text}.${String(step)}` : String(step);
  }, '');
