import { createHash } from 'node:crypto';
import { CART_KEY, TOKEN_KEY } from '#browser/storage-keys.ts';

const MARKS = [
  [TOKEN_KEY, 'login'],
  [CART_KEY, 'cart'],
];

/**
 * The only script inside a page. It runs before the first paint and marks `<html>` when a login token or a cart is stored, so
 * that CSS hides what only visitors see, and keeps room for the cart's clock, until the customer's own data is there. Always
 * the same text: its hash allows it.
 */
export const FIRST_SCRIPT = `try{for(const[k,m]of${JSON.stringify(MARKS)})if(localStorage.getItem(k))document.documentElement.dataset[m]=""}catch{}`;

/** As a source of the content security policy. */
export const FIRST_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;
