import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const css = `:root{color-scheme:light dark;--ink:#1d2433;--note:#566074;--line:#c3cad6;--card:#fff;--back:#eef1f6;--main:#24407a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9edf5;--note:#b0b9ca;--line:#566074;--card:#1b2230;--back:#11161f;--main:#a9c3ff;--on:#10192c}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:27rem;margin:0 auto;padding:2.5rem 1rem}.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem}
h1{display:flex;gap:.5rem;align-items:center;font-size:1.0625rem;margin:0}h1 svg{flex:none}.note{margin:.25rem 0 1.25rem;font-size:.875rem;color:var(--note)}
.amount{font-size:2.25rem;font-weight:700;margin:0;font-variant-numeric:tabular-nums}form>p{margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0 1.5rem}dt{color:var(--note)}dd{margin:0;overflow-wrap:anywhere}.code{display:inline-block;max-width:100%}
button{width:100%;min-height:48px;font:inherit;font-weight:600;border:1px solid var(--line);border-radius:10px;background:none;color:inherit;cursor:pointer}
.main button{border-color:var(--main);background:var(--main);color:var(--on)}button:hover{text-decoration:underline}
summary{min-height:44px;padding:.6rem 0;cursor:pointer}ul{list-style:none;margin:.5rem 0 0;padding:0;display:grid;gap:.75rem}
main.wide{max-width:70rem}table{width:100%;border-collapse:collapse;font-size:.9375rem}th,td{text-align:left;vertical-align:top;padding:.6rem .75rem .6rem 0;border-top:1px solid var(--line)}
td form{display:flex;flex-wrap:wrap;align-items:end;gap:.4rem;margin:.15rem 0}td p{margin:.25rem 0}td label{flex:1 1 7rem;max-width:12rem}td button{width:auto;min-height:36px;padding:0 .75rem;font-weight:500}.scroll{overflow-x:auto}
select,input{width:100%;min-height:44px;margin:.25rem 0 1rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:0 .6rem}
td input{margin-bottom:0;min-height:36px}
@media (max-width:48rem){thead{display:none}tbody,tr,td{display:block}tr{border-top:2px solid var(--line);padding:.5rem 0}
td{border:0;padding:.35rem 0}td:not(:first-child)::before{content:attr(data-of);display:block;font-size:.875rem;color:var(--note)}td:has(form + form){display:flex;flex-wrap:wrap;gap:.4rem}td:has(form + form)::before,td:has(form + form)>p{flex:0 0 100%}}
li{display:grid;gap:.25rem}li span{font-size:.875rem;color:var(--note)}a{color:inherit}
:is(button,a,summary,select,input):focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;
const cssHash = createHash('sha256').update(css).digest('base64');

/** Sends plain HTML without scripts, styled so that nobody takes it for a page of the shop. */
export function send(
  response: FastifyReply,
  status: number,
  title: string,
  body: string,
  { isWide = false }: { readonly isWide?: boolean } = {},
): FastifyReply {
  // No form-action: the page posts to itself, and browsers also apply the directive to the redirect to the shop's
  // return address.
  response.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${cssHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
  return response
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} · Sandbox gateway</title><style>${css}</style></head>
<body><main${isWide ? ' class="wide"' : ''}><div class="card"><h1>${LOCK}Sandbox gateway</h1><p class="note">A stand-in for a payment provider, for testing.</p>${body}</div></main></body></html>`);
}

const LOCK = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<rect x="4" y="10" width="16" height="11" rx="2"/><path d="M8 10V7a4 4 0 0 1 8 0v3"/></svg>`;

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
