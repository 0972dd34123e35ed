import { routes } from './routes.ts';

/**
 * First parts of paths that are not pages. Unknown paths below them are 404; other unknown paths redirect to the home
 * page.
 */
export const notPages: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'challenge',
  'dev',
  'download-calendar',
  'download-invoice',
  'download-ticket',
  'download-transfer',
  'health',
  'images',
  'link-preview',
  'live',
  'mailbox',
  'metrics',
  'office',
  'payments',
  'ready',
  'sandbox',
  'sandbox-gateway',
  'theme',
  'tracking-frame',
  'waiting-room',
]);

/** First parts of paths that the shop uses itself, so the ambassadors page cannot have them. */
export const reservedPaths: ReadonlySet<string> = new Set([
  ...notPages,
  ...Object.values(routes).flatMap(({ path }) => path?.split('/')[1] || []),
  'back-office',
  'backoffice',
]);
