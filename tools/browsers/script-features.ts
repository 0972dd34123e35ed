import { parseSync } from 'vite';
import { type CompatData, type Feature, featuresIn } from './compat-data.ts';

/** Browser features that built code uses: each as written (`AbortSignal.any`), with all features it may refer to. */
export type Uses = Map<string, readonly Feature[]>;

interface Node {
  type: string;
  [part: string]: unknown;
}

/** Returns a node's child nodes, each with the name of the property that contains it. */
function partsOf(node: Node): [name: string, part: Node][] {
  return Object.entries(node).flatMap(([name, value]) =>
    [value].flat().flatMap((part): [string, Node][] => (isNode(part) ? [[name, part]] : [])),
  );
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Yields all nodes below this one, each with its parent and the name of the property that contains it. */
function* walk(node: Node): Generator<{ node: Node; parent: Node; part: string }> {
  for (const [part, below] of partsOf(node)) {
    yield { node: below, parent: node, part };
    yield* walk(below);
  }
}

export type Script = Node;

export function parseScript(code: string): Script {
  const { program, errors } = parseSync('script.js', code);
  if (errors[0]) throw new Error(errors[0].message);
  return program as unknown as Node;
}

/** Returns the names of properties and methods that a script defines itself. */
export const ownNamesOf = (script: Script): string[] =>
  [...walk(script)].flatMap(({ node, parent, part }) => {
    const isKey = part === 'key' && (parent.type === 'Property' || /^(Method|Property)Definition$/.test(parent.type));
    return isKey && !parent.computed ? [String(node.name ?? node.value)] : [];
  });

interface Index {
  /** Interfaces, functions and built-in objects. */
  globals: ReadonlyMap<string, readonly Feature[]>;
  /** Members of all other objects, by their name alone. */
  members: ReadonlyMap<string, readonly Feature[]>;
}

/** Indexes the data by name, once for all scripts. */
export function indexOf({ api, javascript }: CompatData): Index {
  const [globals, members] = [new Map<string, Feature[]>(), new Map<string, Feature[]>()];
  const put = (map: Map<string, Feature[]>, name: string, feature: Feature) =>
    map.set(name, [...(map.get(name) ?? []), feature]);
  for (const [name, owner] of [...featuresIn(api), ...featuresIn(javascript.builtins)]) {
    put(globals, name, owner);
    for (const [own, feature] of featuresIn(owner)) {
      put(members, own.replace(/_static$/, ''), feature);
      if (name === 'Window' || name === 'WindowOrWorkerGlobalScope') put(globals, own, feature);
      // The objects of Intl and Temporal have their own members.
      for (const [inner, deeper] of featuresIn(feature)) put(members, inner, deeper);
    }
  }
  return { globals, members };
}

/** These objects have every global as a member. */
const GLOBAL_OBJECTS: readonly unknown[] = ['window', 'globalThis', 'self'];

/**
 * Returns the features that a script uses: globals, members of globals (`URL.canParse`), and members of anything else
 * by their name alone (`.checkVisibility`), because a built script has no types. Of the latter, `ownNames` are left
 * out, because they may be our own properties.
 */
export function usesOfScript(script: Script, { globals, members }: Index, ownNames: ReadonlySet<string>): Uses {
  const uses: Uses = new Map();
  const note = (written: string, features: readonly Feature[] | undefined) => {
    if (features && features.length > 0) uses.set(written, features);
  };
  const declared = new Set<unknown>();
  const referred = new Set<string>();
  for (const { node, parent, part } of walk(script)) {
    if (node.type === 'Literal' && /v/.test((node.regex as { flags: string } | undefined)?.flags ?? ''))
      note('/v', members.get('unicodeSets'));
    if (node.type === 'Identifier') {
      if (isDeclaration(parent, part)) declared.add(node.name);
      else if (!isMemberName(parent, part)) referred.add(node.name as string);
    }
    if (node.type === 'MemberExpression') noteMember(node.object as Node, memberName(node));
  }
  for (const name of referred) if (!declared.has(name)) note(name, globals.get(name));
  return uses;

  function noteMember(object: Node, name: string | null): void {
    if (name === null) return;
    const isGlobalObject = object.type === 'Identifier' && GLOBAL_OBJECTS.includes(object.name);
    const owners = (object.type === 'Identifier' && globals.get(object.name as string)) || [];
    const known = owners.flatMap((owner): Feature[] => [owner[`${name}_static`] ?? owner[name] ?? []].flat());
    if (isGlobalObject) note(name, globals.get(name));
    else if (known.length > 0) note(`${object.name}.${name}`, known);
    else if (!ownNames.has(name)) note(`.${name}`, members.get(name));
  }
}

const memberName = ({ property, computed }: Node): string | null => {
  const { type, name, value } = property as Node;
  if (type === 'Literal') return String(value);
  return type === 'Identifier' && !computed ? (name as string) : null;
};

const isMemberName = (parent: Node, part: string): boolean =>
  (part === 'property' || part === 'key') && !parent.computed && parent.shorthand !== true;

const isDeclaration = (parent: Node, part: string): boolean =>
  ['id', 'params', 'param', 'local'].includes(part) || (parent.type === 'ArrayPattern' && part === 'elements');
