import { createHash } from 'node:crypto';
import { TOKEN_KEY } from '#browser/storage-keys.ts';

/**
 * The only script inside a page. It runs before the first paint and marks `<html>` when a login token is stored, so that
 * CSS hides what only visitors see until the customer's own data is there. Always the same text: its hash allows it.
 */
export const FIRST_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(TOKEN_KEY)}))document.documentElement.dataset.login=""}catch{}`;

/** As a source of the content security policy. */
export const FIRST_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;
