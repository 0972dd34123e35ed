import { parseAst } from 'vite';

/** A text that the sources say: its key in the catalogues, and the forms of one that counts. */
export interface FoundText {
  readonly key: string;
  readonly forms: { readonly one: string; readonly other: string } | null;
  readonly line: number;
}

export interface SourceTexts {
  readonly texts: readonly FoundText[];
  /** Calls that no catalogue could follow, such as `text(variable)`. */
  readonly problems: readonly { readonly what: string; readonly line: number }[];
  /** Words for people that no call says: text between tags, and attributes that are read out or shown. */
  readonly bare: readonly { readonly what: string; readonly line: number }[];
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const SAYING = new Set(['text', 'laterText', 'textParts', 'textNodes']);
/** Attributes of elements and components whose literal value somebody reads or hears. */
const READ_ATTRIBUTES =
  /^(?:alt|title|placeholder|label|aria-label|aria-description|aria-roledescription|heading|hint|message|summary|what|(?:confirm|cancel|submit|close|all)Label|sentence)$/;
/** The same as members of an object; a sentence or a word with a capital, not a key. */
const READ_MEMBERS = /^(?:label|header|heading|hint|message|placeholder|caption)$/;
/** Functions that show or speak their first argument. */
const SHOWING = new Set(['toast', 'announce', 'usePageTitle']);
const BEGINS_A_TEXT = /^\p{Lu}\p{Ll}/u;
const HAS_WORD = /\p{L}{2}/u;

/** Reads a TypeScript file; throws when it cannot be parsed. */
export function readTexts(source: string, isTsx: boolean): SourceTexts {
  const tree = parseAst(source, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node;
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length;
  const texts: FoundText[] = [];
  const problems: { what: string; line: number }[] = [];
  const bare: { what: string; line: number }[] = [];
  const saying = importedNames(tree);
  walk(tree, (node) => {
    const line = () => lineOf(node);
    if (node.type === 'CallExpression') {
      const called = saying.get(nameOf(node.callee));
      const [first, second] = node.arguments as Node[];
      if (called && SAYING.has(called)) {
        const key = stringIn(first);
        if (key === undefined) problems.push({ what: `${called}() wants a literal`, line: line() });
        else texts.push({ key, forms: null, line: line() });
      }
      if (called === 'countText') {
        const forms = formsIn(second);
        if (forms) texts.push({ key: forms.other, forms, line: line() });
        else problems.push({ what: 'countText() wants the literals one and other', line: line() });
      }
    }
    if (node.type === 'JSXText' && HAS_WORD.test(String(node.value)))
      bare.push({ what: words(node.value), line: line() });
    for (const literal of literalsShownBy(node)) if (HAS_WORD.test(literal)) bare.push({ what: literal, line: line() });
  });
  return { texts, problems, bare: unique(bare) };
}

const words = (value: unknown) => String(value).replace(/\s+/g, ' ').trim();

const unique = <Found extends { what: string; line: number }>(found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [`${one.line} ${one.what}`, one])).values(),
];

/** The functions of kernel/text.ts and ui/text-nodes.ts by the names that this file gives them. */
function importedNames(tree: Node): Map<string, string> {
  const names = new Map<string, string>();
  walk(tree, (node) => {
    if (node.type !== 'ImportDeclaration') return;
    if (!/(?:^#kernel\/|\.\/)text\.ts$|text-nodes\.tsx?$/.test(String((node.source as Node).value))) return;
    for (const specifier of node.specifiers as Node[])
      names.set(nameOf(specifier.local), nameOf(specifier.imported) || nameOf(specifier.local));
  });
  return names;
}

/** Literals at a place where people read them: attributes, children of elements, members such as `label`, notices. */
function literalsShownBy(node: Node): string[] {
  switch (node.type) {
    case 'JSXAttribute': {
      const value = node.value as Node | null;
      return value && READ_ATTRIBUTES.test(attributeName(node)) ? literalsSaidBy(value) : [];
    }
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(literalsSaidBy);
    case 'Property':
      return READ_MEMBERS.test(nameOf(node.key))
        ? literalsSaidBy(node.value as Node).filter((literal) => BEGINS_A_TEXT.test(literal))
        : [];
    case 'CallExpression':
      return SHOWING.has(nameOf(node.callee)) ? (node.arguments as Node[]).slice(0, 1).flatMap(literalsSaidBy) : [];
    default:
      return [];
  }
}

/** The literals that an expression may turn out to be: branches, defaults and templates, not arguments of calls. */
function literalsSaidBy(node: Node): string[] {
  const inside = (...parts: unknown[]) => parts.flatMap((part) => (part ? literalsSaidBy(part as Node) : []));
  switch (node.type) {
    case 'JSXExpressionContainer':
      return inside(node.expression);
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')];
    case 'ConditionalExpression':
      return inside(node.consequent, node.alternate);
    case 'LogicalExpression':
      return inside(node.left, node.right);
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

const nameOf = (part: unknown): string => ((part as Node)?.type === 'Identifier' ? String((part as Node).name) : '');

const attributeName = (node: Node): string => String((node.name as { name?: unknown }).name ?? '');

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node)) {
    for (const entry of Array.isArray(child) ? child : [child]) {
      if (entry && typeof entry === 'object' && typeof (entry as Node).type === 'string') walk(entry as Node, visit);
    }
  }
}
