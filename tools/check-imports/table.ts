import { type Area, areaOf, isBrowserSide, isTestFile } from './areas.ts';

export interface Import {
  /** The importing file, relative to `src/`. */
  from: string;
  line: number;
  specifier: string;
  /** The imported file relative to `src/`; undefined for a package, a part of Node, or a file outside. */
  to: string | undefined;
  /** Whether the import is erased before the code runs (`import type`). */
  isTypeOnly: boolean;
  /** Whether the file is loaded on demand (`import()`) instead of before the importing file runs. */
  isLazy?: boolean;
}

/** Returns why the import table in docs/architecture.md forbids an import; undefined if it allows it. */
export function objectionTo(found: Import): string | undefined {
  if (isTestFile(found.from)) return undefined;
  if (found.to === undefined) return objectionToPackage(found);
  if (isTestFile(found.to)) return 'product code imports a file for tests';
  if (found.specifier.startsWith('.') && areaRoot(found.from) !== areaRoot(found.to)) {
    return 'a relative path leaves its own folder; use the # path';
  }
  const from = areaOf(found.from);
  const to = areaOf(found.to);
  if (!from || !to) return 'the file belongs to no area of the table';
  const isAllowed = ALLOWED[from.kind](from, to, found);
  return isAllowed
    ? undefined
    : `${nameOf(from)} may not import ${nameOf(to)}${found.isTypeOnly ? '' : ' (as a value)'}`;
}

type Rule = (from: Area, to: Area, found: Import) => boolean;

const featureOf = (area: Area) => ('feature' in area ? area.feature : undefined);
const isOwn = (from: Area, to: Area) => featureOf(from) !== undefined && featureOf(from) === featureOf(to);
const isPublic = (path: string | undefined, part: string) =>
  path?.split('/')[2] === part && /\/public\.tsx?$/.test(path);

/**
 * A page of one feature, which the application loads on demand. Pages of several features belong to the application.
 */
const isPage = (path: string | undefined) => /-page\.tsx$/.test(path ?? '');

/** The gallery shows every state of every part of a screen, even parts that are not public. */
const isGallery = (path: string) => path.startsWith('apps/gallery/');

const ALLOWED: Record<Area['kind'], Rule> = {
  kernel: (_, to) => to.kind === 'kernel',
  // Contains the building blocks of schemas, which every contract shares.
  wire: (_, to) => ['kernel', 'wire'].includes(to.kind),
  // The domain returns kinds with their facts, which words/ turns into sentences.
  domain: (_, to, { to: path }) => (to.kind === 'kernel' && path !== 'kernel/language.ts') || to.kind === 'domain',
  // Contains the sentences of browser and server for the results of the domain.
  words: (_, to) => ['kernel', 'domain', 'words'].includes(to.kind),
  // A contract may build on other features' contracts; the check for cycles of files keeps them acyclic.
  contract: (_, to) => ['kernel', 'wire', 'domain', 'contract'].includes(to.kind),
  server: (from, to, { to: path }) =>
    to.kind === 'kernel' ||
    ['wire', 'platform', 'domain', 'contract', 'words'].includes(to.kind) ||
    (isOwn(from, to) && !['shop', 'office'].includes(to.kind)) ||
    (to.kind === 'server' && isPublic(path, 'server')),
  shop: screens,
  office: screens,
  // The server and the screens use the files next to a feature's folders, so these must run in both.
  'feature-root': (_, to) => to.kind === 'kernel' || to.kind === 'domain',
  platform: (_, to) => ['kernel', 'wire', 'platform'].includes(to.kind),
  browser: plumbing,
  ui: plumbing,
  apps: (_, to, { from: path, to: target, isTypeOnly }) =>
    !isBrowserSide(path) ||
    ['kernel', 'domain', 'words', 'browser', 'ui'].includes(to.kind) ||
    (to.kind === 'contract' && isTypeOnly) ||
    (['shop', 'office'].includes(to.kind) && (isGallery(path) || isPublic(target, to.kind) || isPage(target))) ||
    (to.kind === 'apps' && areaRoot(path) === areaRoot(target!)),
};

function screens(from: Area, to: Area, { isTypeOnly, to: path }: Import): boolean {
  if (['kernel', 'domain', 'words', 'browser', 'ui'].includes(to.kind)) return true;
  if (to.kind === 'contract') return isTypeOnly;
  if (to.kind === 'feature-root') return isOwn(from, to);
  if (to.kind === 'shop' || to.kind === 'office') return isOwn(from, to) || isPublic(path, to.kind);
  return false;
}

function plumbing(_: Area, to: Area, { isTypeOnly }: Import): boolean {
  return ['kernel', 'browser', 'ui'].includes(to.kind) || (to.kind === 'contract' && isTypeOnly);
}

function objectionToPackage({ from, specifier, isTypeOnly }: Import): string | undefined {
  const area = areaOf(from);
  if (!area) return 'the file belongs to no area of the table';
  const isNode = specifier.startsWith('node:');
  if (area.kind === 'kernel' || area.kind === 'domain' || area.kind === 'words')
    return `${nameOf(area)} imports nothing from outside the project`;
  if ((area.kind === 'contract' || area.kind === 'wire') && specifier !== 'zod')
    return `${nameOf(area)} imports no package but zod`;
  if (isNode && isBrowserSide(from)) return 'browser code imports a part of Node';
  if (isBrowserSide(from) && /^zod(\/|$)/.test(specifier) && !isTypeOnly) return 'browser code imports zod as a value';
  if (isBrowserSide(from) && SERVER_PACKAGES.has(packageOf(specifier)))
    return 'browser code imports a package for the server';
  return undefined;
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const SERVER_PACKAGES = new Set([
  'pg',
  'pino',
  'fastify',
  'pg-copy-streams',
  '@fastify/static',
  '@node-rs/argon2',
  'nodemailer',
  'pdfkit',
  'sharp',
  'sanitize-html',
  'saxes',
  'csv-parse',
  'fflate',
  'yaml',
  '@simplewebauthn/server',
  'otpauth',
  'vite',
]);

const areaRoot = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('features/') || path.startsWith('apps/') ? 2 : 1)
    .join('/');

function nameOf(area: Area): string {
  if (!('feature' in area)) return area.kind;
  return area.kind === 'feature-root' ? `features/${area.feature}` : `features/${area.feature}/${area.kind}`;
}
