import { SaxesParser } from 'saxes';
import { escapeHtml } from '#kernel/escape-html.ts';

export interface XmlAnswer {
  readonly root: string;
  /** Text of the root's children, by name. Of several with the same name, the first counts. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Throws if the text is not XML, or has a DOCTYPE, because that could declare entities. */
export function readXml(text: string): XmlAnswer {
  const fields: Record<string, string> = Object.create(null);
  const path: string[] = [];
  let root = '';
  let words = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length === 1) root = name;
    if (path.length === 2) words = '';
  });
  const add = (more: string) => {
    if (path.length === 2) words += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    if (path.length === 2) fields[path[1]!] ??= words.trim();
    path.pop();
  });
  parser.write(text).close();
  return { root, fields };
}

export function writeXml(root: string, fields: Readonly<Record<string, string>>): string {
  const children = Object.entries(fields).map(([name, text]) => `<${name}>${escapeHtml(text)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?><${root}>${children.join('')}</${root}>`;
}
