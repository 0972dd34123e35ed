import postcss, { type AtRule, type ChildNode, type Container } from 'postcss';
import { type CompatData, type Feature, featuresIn } from './compat-data.ts';

/** Features of a stylesheet, each with the prefixes that it is written with; an empty one means no prefix. */
export type PrefixedUses = Map<string, { features: readonly Feature[]; prefixes: Set<string> }>;

const PREFIX = /^-(?:webkit|moz|ms|o)-/;

/** Matches function names (words before a bracket) and words, but neither strings nor addresses. */
const WORDS = /"[^"]*"|'[^']*'|url\([^)]*\)|(?<name>-{0,2}[a-z_][\w-]*)(?<bracket>\()?/gi;

/**
 * Returns the features that a built stylesheet uses: properties and their keywords, functions, at-rules with their
 * descriptors and media features, selectors. Leaves out the content of `@supports`, which tests the browser itself.
 */
export function usesOfStylesheet(css: string, data: CompatData): PrefixedUses {
  const { properties, selectors, types } = data.css;
  const atRules = data.css['at-rules'];
  const functions = functionsIn(types);
  const uses: PrefixedUses = new Map();
  const note = (written: string, feature: Feature | readonly Feature[] | undefined, prefix = '') => {
    const features = [feature ?? []].flat().filter(({ __compat }) => __compat);
    if (features.length === 0) return;
    const use = uses.get(written) ?? { features, prefixes: new Set<string>() };
    use.prefixes.add(prefix);
    uses.set(written, use);
  };

  const noteValue = (property: string | null, value: string) => {
    for (const { groups } of value.matchAll(WORDS)) {
      if (!groups?.name || groups.name.startsWith('--')) continue;
      const { bare, prefix } = withoutPrefix(groups.name);
      if (groups.bracket) note(`${bare}()`, functions.get(bare), prefix);
      else if (property) note(`${property}: ${bare}`, properties?.[property]?.[bare], prefix);
    }
  };

  const noteSelectors = (selector: string) => {
    for (const [, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) {
      const { bare, prefix } = withoutPrefix(name);
      note(`:${bare}`, selectors?.[bare], prefix);
    }
    if (selector.includes('&')) note('nested rules', selectors?.nesting);
  };

  const visit = (nodes: readonly ChildNode[], inside: AtRule | null) => {
    for (const node of nodes) {
      if (node.type === 'decl') {
        const { bare, prefix } = withoutPrefix(node.prop);
        if (bare.startsWith('--')) noteValue(null, node.value);
        else if (inside && atRules?.[inside.name]?.[bare])
          note(`@${inside.name} ${bare}`, atRules[inside.name]?.[bare], prefix);
        else {
          note(bare, properties?.[bare], prefix);
          noteValue(bare, node.value);
        }
      } else if (node.type === 'rule') {
        noteSelectors(node.selector);
        if (node.parent?.type === 'rule') note('nested rules', selectors?.nesting);
        visit(node.nodes, null);
      } else if (node.type === 'atrule' && node.name !== 'supports') {
        const { bare, prefix } = withoutPrefix(node.name);
        note(`@${bare}`, atRules?.[bare], prefix);
        for (const [word] of bare === 'media' ? node.params.matchAll(/[a-z][a-z-]+/g) : [])
          note(`@media ${word}`, atRules?.media?.[word]);
        visit(((node as Container).nodes as ChildNode[]) ?? [], node);
      }
    }
  };
  visit(postcss.parse(css).nodes, null);
  return uses;
}

function withoutPrefix(name: string): { bare: string; prefix: string } {
  const prefix = PREFIX.exec(name)?.[0] ?? '';
  return { bare: name.slice(prefix.length), prefix };
}

/** Indexes functions by name. Some are features of a kind of value, such as `color-mix` of colours. */
function functionsIn(types: Feature | undefined): Map<string, Feature[]> {
  const found = new Map<string, Feature[]>();
  for (const [name, feature] of featuresIn(types)) {
    found.set(name, [...(found.get(name) ?? []), feature]);
    for (const [inner, deeper] of functionsIn(feature)) found.set(inner, [...(found.get(inner) ?? []), ...deeper]);
  }
  return found;
}
