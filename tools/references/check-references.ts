import fs from 'node:fs';
import path from 'node:path';
import { type Reference, referencesInMarkdown, referencesInSource } from './find-references.ts';
import { objectionTo, type Tree } from './resolve-reference.ts';

export interface ReferenceReport {
  files: number;
  references: number;
  problems: string[];
}

const FOLDERS = ['bench', 'db', 'demo', 'demo-themes', 'deploy', 'docs', 'src', 'test', 'tools'];

/**
 * Checks that everything exists that documentation and comments refer to: relative links and their headings, paths of
 * files and folders, and decisions by number.
 */
export function checkReferences(project: string): ReferenceReport {
  const files = filesOf(project);
  const read = (file: string) => fs.readFileSync(path.join(project, file), 'utf8');
  const anchors = new Map<string, ReadonlySet<string>>();
  const tree: Tree = {
    files: new Set(files),
    anchorsOf(file) {
      const known = anchors.get(file) ?? anchorsIn(read(file));
      anchors.set(file, known);
      return known;
    },
  };
  const report: ReferenceReport = { files: 0, references: 0, problems: [] };
  for (const file of files) {
    const find = finderOf(file);
    if (!find) continue;
    report.files += 1;
    for (const reference of find(read(file))) {
      report.references += 1;
      const objection = objectionTo(reference, file, tree);
      if (objection) report.problems.push(`${file}:${reference.line}: ${objection}`);
    }
  }
  return report;
}

function finderOf(file: string): ((text: string) => Reference[]) | null {
  // These files contain planted violations.
  if (file.startsWith('tools/references/')) return null;
  if (file.endsWith('.md')) return referencesInMarkdown;
  return /\.(tsx?|mts|mjs|css|sql)$/.test(file) && file !== 'db/schema.sql' ? referencesInSource : null;
}

function filesOf(project: string): string[] {
  const inFolders = FOLDERS.filter((folder) => fs.existsSync(path.join(project, folder))).flatMap((folder) =>
    fs
      .readdirSync(path.join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  );
  const atTheRoot = fs
    .readdirSync(project, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return [...atTheRoot, ...inFolders];
}

/** Returns the anchors that GitHub generates from a page's headings. */
function anchorsIn(markdown: string): ReadonlySet<string> {
  const headings = markdown.matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}
