/** A mention of something else: a Markdown link, a path, or a citation by number. */
export interface Reference {
  readonly line: number;
  readonly kind: 'link' | 'path' | 'decision' | 'citation';
  readonly target: string;
}

const PATH = /(?<![\w@.:/#-])#?(?:[\w@.*{},…-]+\/)*[\w@.*{},…-]*\w[\w*}]*\/?/g;
const FILE_NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:tsx?|d\.mts|mjs|css|sql|md|yaml|html|json)$/;
const DECISION = /\bdecisions?[ \u00a0](\d+)\b/gi;
/**
 * Matches citations of documents that readers do not have. In numbered standards (RFC, EN, article) the name precedes
 * the section.
 */
const CITATION =
  /\b(?:spec(?:ification)?|ux|architecture)['’]?s? (?:[A-Z]?\d[\d.]*)\b|\bwire contract\b|\(spec\b|\bthe spec\b/gi;

/** Finds every reference in a Markdown file. Leaves out code blocks, which are samples. */
export function referencesInMarkdown(text: string): Reference[] {
  const found: Reference[] = [];
  let isCode = false;
  text.split('\n').forEach((content, index) => {
    const line = index + 1;
    if (/^\s*(```|~~~)/.test(content)) isCode = !isCode;
    else if (!isCode) {
      for (const [, target] of content.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (!/^[a-z]+:/.test(target!)) found.push({ line, kind: 'link', target: target! });
      }
      const words = content.replace(/\]\([^)]*\)/g, ']');
      for (const [, code] of words.matchAll(/`([^`]+)`/g)) {
        for (const target of code!.trim().split(/[ ,]+(?![^{]*\})/)) {
          if (isPath(target) || FILE_NAME.test(target)) found.push({ line, kind: 'path', target });
        }
      }
      found.push(...numbersIn(words.replace(/`[^`]+`/g, ''), line));
    }
  });
  return found;
}

/** Finds every reference in the comments of a source file, and citations anywhere in it. */
export function referencesInSource(text: string): Reference[] {
  const found: Reference[] = [];
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  for (const comment of text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--)[^\n]*/g)) {
    for (const { 0: target, index } of comment[0].replaceAll('`', ' ').matchAll(PATH)) {
      if (isPath(target)) found.push({ line: lineAt(comment.index + index), kind: 'path', target });
    }
  }
  text.split('\n').forEach((content, index) => {
    found.push(...numbersIn(content, index + 1));
  });
  return found;
}

function numbersIn(text: string, line: number): Reference[] {
  return [
    ...[...text.matchAll(DECISION)].map(([, number]) => ({ line, kind: 'decision' as const, target: number! })),
    ...[...text.matchAll(CITATION)].map(([target]) => ({ line, kind: 'citation' as const, target })),
  ];
}

const ROOT = /^(?:src|docs|tools|test|bench|db|demo|demo-themes)\/./;
const IN_SOURCE = /^#?(?:kernel|wire|features|platform|browser|ui|languages|apps)\/./;
const HAS_ENDING = /\.(?:tsx?|mts|mjs|css|sql|md|yaml|json)$/;

/** Whether a word is meant as a path of this repository, rather than as "and/or" or an address of the shop. */
function isPath(word: string): boolean {
  if (/[<>$…|=]|NNNN|\.\.\./.test(word)) return false;
  if (ROOT.test(word) || /(?:^|\/)decisions\/\d/.test(word)) return true;
  return word.includes('/') && HAS_ENDING.test(word) && (IN_SOURCE.test(word) || /^[\w.*{]/.test(word));
}
