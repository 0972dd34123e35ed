/** A node of the syntax tree from Vite's parser. */
export interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

export const nameOf = (part: unknown): string =>
  (part as Node)?.type === 'Identifier' ? String((part as Node).name) : '';

/**
 * Returns which function of a language is called: `text` for `text('…')` where `textNames` knows the name, and for
 * `language.text('…')`, `shop.language.text('…')` and `languageOf(shop).text('…')`; undefined for any other function.
 */
export function textFunctionOf(callee: unknown, textNames: ReadonlyMap<string, string>): string | undefined {
  const { type, object, property } = callee as Node;
  if (type !== 'MemberExpression') return textNames.get(nameOf(callee));
  const { type: kind, property: member, callee: maker } = object as Node;
  const owner = kind === 'MemberExpression' ? member : kind === 'CallExpression' ? maker : object;
  return /language/i.test(nameOf(owner)) ? nameOf(property) : undefined;
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof (child as Node | null)?.type === 'string');
}

/** Returns the text of a literal or a template, with an ellipsis for each expression in it. */
export function literalText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
  return undefined;
}

/**
 * Returns the literals that an expression may evaluate to: branches, defaults and templates, not arguments of calls.
 */
export function possibleLiterals(node: Node): string[] {
  const literal = literalText(node);
  if (literal !== undefined) return [literal];
  const inside = (...parts: unknown[]) => parts.flatMap((part) => (part ? possibleLiterals(part as Node) : []));
  switch (node.type) {
    case 'JSXExpressionContainer':
      return inside(node.expression);
    case 'ConditionalExpression':
      return inside(node.consequent, node.alternate);
    case 'LogicalExpression':
      return inside(node.left, node.right);
    default:
      return [];
  }
}
