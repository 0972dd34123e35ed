/** An element without namespaces; no more than a bank's files need. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlElement[];
}

/** The first element at a path such as `Sts/Cd`. */
export function at(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = element;
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name);
  return found;
}

export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Returns the trimmed text at the first of these paths that has one, or null. */
export function textAt(element: XmlElement | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = at(element, path)?.text.trim();
    if (text) return text;
  }
  return null;
}

/** All texts below an element, for the operator. */
export function allText(element: XmlElement): string {
  const own = element.text.trim();
  return [own, ...element.children.map(allText)].filter((text) => text !== '').join(' ');
}
