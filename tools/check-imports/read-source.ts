import { parseAst } from 'vite';
import { HOLE, type Statement, statementIn } from './read-sql.ts';

interface FoundImport {
  specifier: string;
  line: number;
  isTypeOnly: boolean;
  isLazy: boolean;
}

export interface Source {
  imports: FoundImport[];
  /** Uses of the clock, randomness and the browser, which pure code must receive as arguments. */
  impurities: { what: string; line: number }[];
  /** Strings that contain nothing but a hexadecimal colour. */
  colours: { what: string; line: number }[];
  statements: Statement[];
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const HEX_COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/**
 * Matches hex colours in a stylesheet. It also matches `#a1b` as an id selector, which our stylesheets must not have.
 */
const HEX_COLOURS_IN_CSS = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])/gi;

const BROWSER_OBJECTS = new Set([
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'location',
  'history',
]);
const IMPURE_CALLS = new Set(['fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame']);

/** Reads a TypeScript file; throws when it cannot be parsed. */
export function readSource(text: string, isTsx: boolean): Source {
  const tree = parseAst(text, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node;
  const source: Source = { imports: [], impurities: [], colours: [], statements: [] };
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  const declared = new Set<string>();
  walk(tree, (node) => {
    for (const name of namesDeclaredBy(node)) declared.add(name);
  });
  walk(tree, (node) => {
    const line = () => lineOf(node);
    const specifier = specifierOf(node);
    if (specifier !== undefined)
      source.imports.push({
        specifier,
        line: line(),
        isTypeOnly: isTypeOnly(node),
        isLazy: node.type === 'ImportExpression',
      });
    const impurity = impurityOf(node, declared);
    if (impurity) source.impurities.push({ what: impurity, line: line() });
    if (node.type === 'Literal' && typeof node.value === 'string' && HEX_COLOUR.test(node.value)) {
      source.colours.push({ what: node.value, line: line() });
    }
    const words = textOf(node);
    const statement = words === undefined ? undefined : statementIn(words, line());
    if (statement) source.statements.push(statement);
  });
  return source;
}

export function coloursInCss(text: string): { what: string; line: number }[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...withoutComments.matchAll(HEX_COLOURS_IN_CSS)].map((match) => ({
    what: match[0],
    line: withoutComments.slice(0, match.index).split('\n').length,
  }));
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node)) {
    for (const entry of Array.isArray(child) ? child : [child]) {
      if (entry && typeof entry === 'object' && typeof (entry as Node).type === 'string') walk(entry as Node, visit);
    }
  }
}

/** Returns the content of a string or template, with a mark for each inserted value. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE);
}

function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType': {
      const source = node.source as { value?: unknown } | null | undefined;
      return typeof source?.value === 'string' ? source.value : undefined;
    }
    default:
      return undefined;
  }
}

/** `import { type A }` is not type-only: the file is still loaded, although nothing remains inside the braces. */
const isTypeOnly = (node: Node) =>
  node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';

function impurityOf(node: Node, declared: Set<string>): string | undefined {
  const name = (part: unknown) => ((part as Node)?.type === 'Identifier' ? String((part as Node).name) : '');
  if (node.type === 'MemberExpression') {
    const object = name(node.object);
    const member = `${object}.${name(node.property)}`;
    if (
      [
        'Date.now',
        'Math.random',
        'performance.now',
        'crypto.randomUUID',
        'crypto.getRandomValues',
        'Temporal.Now',
      ].includes(member)
    ) {
      return member;
    }
    if (BROWSER_OBJECTS.has(object) && !declared.has(object)) return object;
    if (object === 'process' && !declared.has(object)) return 'process';
  }
  if (node.type === 'NewExpression' && name(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0)
    return 'new Date()';
  if (node.type === 'CallExpression') {
    const called = name(node.callee);
    if (called === 'Date') return 'Date()';
    if (IMPURE_CALLS.has(called) && !declared.has(called)) return called;
  }
  return undefined;
}

/** Returns the names that the file declares: variables, parameters, functions, imports. */
function namesDeclaredBy(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...namesIn(node.id), ...(node.params as Node[]).flatMap(namesIn)];
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return namesIn(node.local);
    default:
      return [];
  }
}

function namesIn(pattern: unknown): string[] {
  if (!pattern || typeof pattern !== 'object') return [];
  const node = pattern as Node;
  switch (node.type) {
    case 'Identifier':
      return [String(node.name)];
    case 'ObjectPattern':
      return (node.properties as Node[]).flatMap((property) =>
        namesIn(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return (node.elements as unknown[]).flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(node.left);
    case 'RestElement':
      return namesIn(node.argument);
    default:
      return [];
  }
}
