import { childrenOf, literalText, type Node, possibleLiterals, textFunctionOf } from './syntax-tree.ts';

export interface ComponentWords {
  /** Words that a customer would see or hear and that are not in a call to `kernel/language.ts`, so not in a catalogue. */
  readonly bare: readonly { readonly what: string; readonly node: Node }[];
  /** The number of texts, attributes and other strings checked. */
  readonly strings: number;
}

const HAS_WORD = /\p{L}{2}/u;
/**
 * Matches a sentence, a phrase, or a capitalised word, but neither a key (`bank_iban`) nor a name in code
 * (`LoginPage`).
 */
const READS_LIKE_WORDS = /^\p{Lu}\p{Ll}+(?!\p{Lu}|\p{L}*\p{Lu}\p{Ll})|\p{L} \p{L}/u;

/** Attributes whose values nobody reads. All other attributes must take their words from the catalogue. */
const TECHNICAL_ATTRIBUTES = new Set(
  [
    // HTML, SVG and React
    'aria-keyshortcuts as accept basename autoCapitalize autoComplete className d decoding dir enterKeyHint fetchPriority fill fillRule focusable',
    'fontFamily form href html htmlFor id inputMode key lang loading media method name overflow pattern preserveAspectRatio ref',
    'referrerPolicy rel role sandbox scope shapeRendering sizes src srcSet stroke strokeLinecap strokeLinejoin style',
    'swipeDirection target textAnchor transform type viewBox',
    'aria-atomic aria-autocomplete aria-busy aria-controls aria-current aria-describedby aria-errormessage aria-expanded',
    'aria-haspopup aria-hidden aria-invalid aria-labelledby aria-live aria-modal aria-pressed',
    // Our own components: options, ids, names of pictures, keys of the operator's texts
    'busy field first gateway kind labelledBy layout of onUse open page picture remembers role seed shape shownWidth size text to tone value',
  ].flatMap((line) => line.split(' ')),
);
const isTechnical = (attribute: string) => TECHNICAL_ATTRIBUTES.has(attribute) || attribute.startsWith('data-');

/** Names that are the same in every language. */
const PROPER_NAMES = new Set([
  'American Express',
  'Facebook',
  'ID Check',
  'Instagram',
  'Maestro',
  'Mastercard',
  'Mastercard Identity Check',
  'Payments by Monri',
  'Visa',
  'Visa Secure',
  'YouTube',
]);

/** These nodes contain nothing that is shown: modules, types, errors for developers. */
const HIDDEN_NODES =
  /^(?:Import|ExportAll|ThrowStatement|TSTypeAnnotation|TSTypeAlias|TSInterface|TSLiteralType|TSTypeParameter)/;

/** Reads a component's tree. `textNames` maps the file's names for the catalogue's functions to their real names. */
export function componentWords(tree: Node, textNames: ReadonlyMap<string, string>): ComponentWords {
  const bare: { what: string; node: Node }[] = [];
  let strings = 0;
  const report = (node: Node, literals: readonly string[], isBare: (literal: string) => boolean) => {
    for (const literal of literals) {
      if (isBare(literal) && !PROPER_NAMES.has(literal)) bare.push({ what: literal.replace(/\s+/g, ' ').trim(), node });
    }
  };

  const visit = (node: Node): void => {
    if (HIDDEN_NODES.test(node.type)) return;
    if (node.type === 'JSXAttribute') return void attribute(node);
    const literal = literalText(node);
    if (literal !== undefined || node.type === 'JSXText') strings += 1;
    if (literal !== undefined) report(node, [literal], (words) => READS_LIKE_WORDS.test(words));
    else if (node.type === 'JSXText') report(node, [String(node.value)], (words) => HAS_WORD.test(words));
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment') children(node);
    for (const child of seenChildrenOf(node, textNames)) visit(child);
  };

  const attribute = (node: Node) => {
    const { name } = node.name as { name: unknown };
    const value = node.value as Node | null;
    if (!value || isTechnical(String(name))) return;
    report(value, possibleLiterals(value), (words) => HAS_WORD.test(words));
    visit(value);
  };

  const children = (node: Node) => {
    for (const child of node.children as Node[])
      if (child.type === 'JSXExpressionContainer')
        report(child, possibleLiterals(child), (words) => HAS_WORD.test(words));
  };

  visit(tree);
  return { bare, strings };
}

/**
 * Returns the children, except texts for a catalogue, operands of comparisons, keys of objects, and sources of modules.
 */
function seenChildrenOf(node: Node, textNames: ReadonlyMap<string, string>): Node[] {
  if (node.type === 'CallExpression') {
    const called = textFunctionOf(node.callee, textNames);
    const [, ...others] = node.arguments as Node[];
    // The second argument of countText contains its forms.
    if (called) return called === 'countText' ? others.slice(1) : others;
  }
  if (node.type === 'BinaryExpression') return childrenOf(node).filter((side) => literalText(side) === undefined);
  if (node.type === 'ExportNamedDeclaration' && node.source) return [];
  if (node.type === 'Property' && !node.computed) return [node.value as Node];
  return childrenOf(node);
}
