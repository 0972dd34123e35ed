import { createHash } from 'node:crypto';
import path from 'node:path';

const project = path.join(import.meta.dirname, '../..');

/**
 * Names a class of a CSS module in the built files: its own name and four characters for its file. Vite's default also
 * ends with the rule's line number, which compresses badly, and each name is in both the stylesheet and the scripts.
 */
export function classNameOf(name: string, file: string): string {
  const hash = createHash('sha256').update(path.relative(project, file)).digest('base64url');
  return `${name}_${hash.slice(0, 4)}`;
}
