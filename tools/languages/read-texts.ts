import { parseAst } from 'vite';
import { componentWords } from './component-words.ts';
import { childrenOf, type Node, nameOf, possibleLiterals, textFunctionOf } from './syntax-tree.ts';

/** A text in the sources: its key in the catalogues, and the plural forms of a text with a count. */
export interface FoundText {
  readonly key: string;
  readonly forms: { readonly one: string; readonly other: string } | null;
  readonly line: number;
}

export interface SourceTexts {
  readonly texts: readonly FoundText[];
  /** Calls whose text is not known, such as `text(variable)`. */
  readonly problems: readonly { readonly what: string; readonly line: number }[];
  /** Words that people read or hear and that do not come from the catalogue. */
  readonly bare: readonly { readonly what: string; readonly line: number }[];
  /** The number of a component's texts, attributes and other strings that were checked for such words. */
  readonly strings: number;
}

const TEXT_FUNCTIONS = new Set(['text', 'markedText', 'textParts', 'textNodes']);
const ALL_TEXT_FUNCTIONS = new Set([...TEXT_FUNCTIONS, 'countText']);
const TEXT_MODULE = /(?:^#kernel|\.)\/language\.ts$/;
/** Members of an object whose value is shown if it begins with a capital; otherwise it is a key. */
const READ_MEMBERS = /^(?:label|header|heading|hint|message|placeholder|caption)$/;
/** Functions that show or speak their first argument. */
const SHOWING_FUNCTIONS = new Set(['toast', 'announce', 'usePageTitle']);
const BEGINS_A_TEXT = /^\p{Lu}\p{Ll}/u;
const HAS_WORD = /\p{L}{2}/u;

/** Reads a TypeScript file. Throws if it cannot be parsed. */
export function readTexts(source: string, isTsx: boolean): SourceTexts {
  const tree = parseAst(source, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node;
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length;
  const texts: FoundText[] = [];
  const problems: { what: string; line: number }[] = [];
  const bare: { what: string; line: number }[] = [];
  const textNames = textNamesOf(tree);
  walk(tree, (node) => {
    const line = () => lineOf(node);
    if (node.type === 'CallExpression') {
      const called = textFunctionOf(node.callee, textNames);
      const [first, second] = node.arguments as Node[];
      if (called && TEXT_FUNCTIONS.has(called)) {
        const key = stringIn(first);
        if (key === undefined) problems.push({ what: `${called}() needs a literal`, line: line() });
        else texts.push({ key, forms: null, line: line() });
      }
      if (called === 'countText') {
        const forms = formsIn(second);
        if (forms) texts.push({ key: forms.other, forms, line: line() });
        else problems.push({ what: 'countText() needs the literals one and other', line: line() });
      }
    }
    if (isTsx) return;
    for (const literal of literalsShownBy(node)) if (HAS_WORD.test(literal)) bare.push({ what: literal, line: line() });
  });
  const component = isTsx ? componentWords(tree, textNames) : { bare: [], strings: 0 };
  for (const { what, node } of component.bare) bare.push({ what, line: lineOf(node) });
  return { texts, problems, bare: unique(bare), strings: component.strings };
}

const unique = <Found extends { what: string; line: number }>(found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [`${one.line} ${one.what}`, one])).values(),
];

/**
 * Finds the functions that read the catalogue, by their names in this file: functions that it imports, and functions
 * that it destructures from a language.
 */
function textNamesOf(tree: Node): Map<string, string> {
  const names = new Map<string, string>();
  const note = (called: string, local: unknown) => {
    if (ALL_TEXT_FUNCTIONS.has(called)) names.set(nameOf(local), called);
  };
  walk(tree, (node) => {
    if (node.type === 'ImportDeclaration' && TEXT_MODULE.test(String((node.source as Node).value)))
      for (const specifier of node.specifiers as Node[]) note(nameOf(specifier.imported), specifier.local);
    if (node.type === 'ObjectPattern')
      for (const property of node.properties as Node[]) note(nameOf(property.key), property.value);
  });
  return names;
}

/** Returns literals of a module without markup that people read: notices, and members such as `label`. */
function literalsShownBy(node: Node): string[] {
  switch (node.type) {
    case 'Property':
      return READ_MEMBERS.test(nameOf(node.key))
        ? possibleLiterals(node.value as Node).filter((literal) => BEGINS_A_TEXT.test(literal))
        : [];
    case 'CallExpression':
      return SHOWING_FUNCTIONS.has(nameOf(node.callee))
        ? (node.arguments as Node[]).slice(0, 1).flatMap(possibleLiterals)
        : [];
    default:
      return [];
  }
}

function formsIn(node: Node | undefined): { one: string; other: string } | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  const entries = (node.properties as Node[]).map((property) => [
    nameOf(property.key),
    stringIn(property.value as Node),
  ]);
  const { one, other } = Object.fromEntries(entries) as Record<string, string | undefined>;
  return one !== undefined && other !== undefined ? { one, other } : undefined;
}

function stringIn(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && (node.expressions as unknown[]).length === 0)
    return (node.quasis as { value: { cooked: string } }[])[0]!.value.cooked;
  return undefined;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
