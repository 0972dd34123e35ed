import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { checkImports } from './check-imports.ts';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-imports-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function plant(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

const problemsOf = (file: string, text: string) => {
  plant(file, text);
  return checkImports(folder).problems;
};

describe('imports that the table forbids are found', () => {
  for (const [file, text, objection] of [
    ['kernel/money.ts', "import '#platform/db/db.ts';", /kernel may not import platform/],
    ['kernel/money.ts', "import 'node:fs';", /kernel imports nothing from outside/],
    [
      'features/cart/domain/cart.ts',
      "import type { Db } from '#platform/db/db.ts';",
      /cart\/domain may not import platform/,
    ],
    [
      'features/cart/domain/cart.ts',
      "import '../server/cart-store.ts';",
      /cart\/domain may not import features\/cart\/server/,
    ],
    [
      'features/cart/domain/cart.ts',
      "import type { C } from '../contract.ts';",
      /may not import features\/cart\/contract/,
    ],
    [
      'features/cart/domain/cart.ts',
      "import { cartSentence } from '../words/cart.ts';",
      /may not import features\/cart\/words/,
    ],
    ['features/cart/words/cart.ts', "import '#browser/api.ts';", /features\/cart\/words may not import browser/],
    ['features/cart/words/cart.ts', "import '#platform/db/db.ts';", /features\/cart\/words may not import platform/],
    ['features/cart/words/cart.ts', "import React from 'react';", /imports nothing from outside/],
    [
      'features/cart/domain/cart.ts',
      "import { markedText } from '#kernel/language.ts';",
      /cart\/domain may not import kernel \(as a value\)/,
    ],
    ['features/cart/domain/cart.ts', "import { z } from 'zod';", /imports nothing from outside/],
    ['features/cart/domain/cart.ts', "import { readFile } from 'node:fs/promises';", /imports nothing from outside/],
    [
      'features/cart/contract.ts',
      "import '#features/orders/server/public.ts';",
      /may not import features\/orders\/server/,
    ],
    ['features/cart/contract.ts', "import pg from 'pg';", /no package but zod/],
    [
      'features/cart/server/routes.ts',
      "import '#features/orders/server/order-store.ts';",
      /may not import features\/orders\/server/,
    ],
    [
      'features/cart/server/routes.ts',
      "import '#features/cart/shop/public.tsx';",
      /may not import features\/cart\/shop/,
    ],
    ['features/cart/server/routes.ts', "import '#ui/button.tsx';", /may not import ui/],
    [
      'features/cart/shop/panel.tsx',
      "import { x } from '../contract.ts';",
      /may not import features\/cart\/contract \(as a value\)/,
    ],
    [
      'features/cart/shop/panel.tsx',
      "import { type X } from '../contract.ts';",
      /may not import features\/cart\/contract \(as a value\)/,
    ],
    [
      'features/cart/shop/panel.tsx',
      "import '#features/cart/server/cart-store.ts';",
      /may not import features\/cart\/server/,
    ],
    [
      'features/cart/shop/panel.tsx',
      "import '#features/orders/shop/order-page.tsx';",
      /may not import features\/orders\/shop/,
    ],
    [
      'features/cart/shop/panel.tsx',
      "import '#features/orders/checks.ts';",
      /features\/cart\/shop may not import features\/orders/,
    ],
    ['features/cart/shop/panel.tsx', "const later = () => import('#platform/db/db.ts');", /may not import platform/],
    ['features/cart/shop/panel.tsx', "import * as z from 'zod';", /zod as a value/],
    ['features/cart/shop/panel.tsx', "import * as z from 'zod/mini';", /zod as a value/],
    ['features/cart/shop/panel.tsx', "import fs from 'node:fs';", /a part of Node/],
    ['browser/api.ts', "import pg from 'pg';", /a package for the server/],
    [
      'browser/api.ts',
      "export * from '#features/cart/domain/cart.ts';",
      /browser may not import features\/cart\/domain/,
    ],
    ['ui/button.tsx', "import '#apps/shop/routes.tsx';", /ui may not import apps/],
    [
      'platform/db/db.ts',
      "import type { C } from '#features/cart/contract.ts';",
      /platform may not import features\/cart\/contract/,
    ],
    ['apps/shop/routes.tsx', "import '#features/cart/server/public.ts';", /apps may not import features\/cart\/server/],
    ['apps/shop/routes.tsx', "import '#apps/server/main.ts';", /apps may not import apps/],
    [
      'apps/shop/pages/portal/order-page.tsx',
      "import '#features/orders/shop/item-table.tsx';",
      /apps may not import features\/orders\/shop/,
    ],
    [
      'apps/shop/pages/portal/order-page.tsx',
      "import { order } from '#features/orders/contract.ts';",
      /apps may not import features\/orders\/contract \(as a value\)/,
    ],
    [
      'features/orders/shop/item-table.tsx',
      "import '#apps/shop/pages/portal/order-items.tsx';",
      /features\/orders\/shop may not import apps/,
    ],
    ['features/cart/server/routes.ts', "import '../../orders/server/public.ts';", /use the # path/],
    ['features/cart/server/routes.ts', "import '#features/cart/testing.ts';", /a file for tests/],
    ['elsewhere/file.ts', "import 'pg';", /to no area/],
  ] as const) {
    test(`${file}: ${text}`, () => {
      const problems = problemsOf(file, text);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0]!, objection);
      assert.match(problems[0]!, new RegExp(`^src/${file}:1: `));
    });
  }
});

describe('imports that the table allows pass', () => {
  for (const [file, text] of [
    [
      'features/cart/domain/cart.ts',
      "import '#kernel/money.ts'; import '#features/catalogue/domain/item.ts'; import './line.ts';",
    ],
    ['features/cart/words/cart.ts', "import '#kernel/language.ts'; import '../domain/cart.ts';"],
    ['features/cart/server/routes.ts', "import '../words/cart.ts'; import '#features/orders/words/order.ts';"],
    ['features/cart/shop/panel.tsx', "import { cartSentence } from '../words/cart.ts';"],
    ['features/cart/contract.ts', "import { z } from 'zod'; import '#wire/fields.ts'; import './domain/cart.ts';"],
    [
      'features/cart/server/routes.ts',
      "import '#features/orders/server/public.ts'; import '#platform/db/db.ts'; import '../contract.ts'; import 'node:crypto';",
    ],
    [
      'features/cart/shop/panel.tsx',
      "import type { C } from '../contract.ts'; import '#features/orders/shop/public.tsx'; import '#ui/button.tsx'; import './x.module.css';",
    ],
    ['browser/api.ts', "import type { C } from '#features/cart/contract.ts'; import 'react';"],
    [
      'apps/shop/pages/portal/order-page.tsx',
      "import '#features/orders/shop/public.tsx'; import '#features/orders/domain/order-status.ts'; import type { O } from '#features/orders/contract.ts';",
    ],
    ['apps/shop/pages.tsx', "const later = () => import('#features/terms/shop/accept-terms-page.tsx');"],
    ['apps/gallery/overlays.tsx', "import '#features/cart/shop/expiry/countdown.tsx';"],
    ['apps/server/main.ts', "import '#features/cart/server/routes.ts'; import '#platform/db/db.ts';"],
    ['features/cart/server/routes.server.test.ts', "import '#features/cart/testing.ts'; import 'fast-check';"],
  ] as const) {
    test(`${file}: ${text}`, () => assert.deepEqual(problemsOf(file, text), []));
  }
});

describe('pure code must receive time, randomness and everything else as arguments', () => {
  for (const [text, what] of [
    ['export const a = () => Date.now();', 'Date.now'],
    ['export const a = () => new Date();', 'new Date()'],
    ['export const a = () => Math.random();', 'Math.random'],
    ['export const a = () => document.title;', 'document'],
    ['export const a = () => localStorage.getItem("x");', 'localStorage'],
    ['export const a = () => process.env.X;', 'process'],
    ['export const a = () => fetch("/");', 'fetch'],
    ['export const a = () => crypto.randomUUID();', 'crypto.randomUUID'],
  ] as const) {
    test(text, () => {
      assert.deepEqual(problemsOf('features/cart/domain/cart.ts', text), [
        `src/features/cart/domain/cart.ts:1: pure code uses ${what}; it must be an argument`,
      ]);
      assert.deepEqual(checkImports(folder).problems.length, 1);
    });
  }

  test('a parameter called document does not count as the browser’s document', () => {
    assert.deepEqual(
      problemsOf('kernel/titles.ts', 'export const a = (document: { title: string }) => document.title; // Date.now()'),
      [],
    );
  });

  test('a server file may read the clock', () => {
    assert.deepEqual(problemsOf('platform/clock/clock.ts', 'export const a = () => Date.now();'), []);
  });
});

test('a cycle of files is found, unless one of its imports is lazy or of types', () => {
  plant('platform/a.ts', "import './b.ts';");
  plant('platform/b.ts', "import './c.ts';");
  assert.match(
    problemsOf('platform/c.ts', "import './a.ts';").join(),
    /cycle: platform\/a\.ts -> platform\/b\.ts -> platform\/c\.ts -> platform\/a\.ts/,
  );
  assert.deepEqual(problemsOf('platform/c.ts', "import type { A } from './a.ts';"), []);
  assert.deepEqual(problemsOf('platform/c.ts', "export const later = () => import('./a.ts');"), []);
});

test('a cycle between the domains of two features is found, even of types only', () => {
  plant('features/cart/domain/a.ts', "import type { O } from '#features/orders/domain/a.ts';");
  assert.match(
    problemsOf('features/orders/domain/b.ts', "import type { C } from '#features/cart/domain/b.ts';").join(),
    /cycle: cart -> orders -> cart/,
  );
});

test('two features that import each other are found, even if they import only types or through different parts', () => {
  plant('features/cart/shop/panel.tsx', "import '#features/pricing/domain/total.ts';");
  plant('features/pricing/domain/total.ts', '');
  assert.deepEqual(problemsOf('features/pricing/server/routes.ts', "import '#features/stock/server/public.ts';"), []);
  assert.deepEqual(problemsOf('features/pricing/contract.ts', "import type { C } from '#features/cart/contract.ts';"), [
    'features import each other: cart and pricing',
  ]);
});

describe('SQL is only in store files, and only its owner writes a table', () => {
  const ORDERS = 'features/orders/server/order-store.ts';
  for (const [file, text, objection] of [
    ['features/orders/server/end-order.ts', "tx.row('select 1 from orders');", /SQL outside a store file/],
    [
      'features/orders/server/end-order.ts',
      'tx.rows(`\n  with a as (select 1) select * from a`);',
      /SQL outside a store/,
    ],
    ['apps/server/audit-shop.ts', "db.row('select 1 from mails');", /SQL outside a store file/],
    [
      'features/refunds/server/refund-store.ts',
      "tx.run('update orders o set code = $1');",
      /writes orders, which belongs to/,
    ],
    [
      'features/refunds/server/refund-store.ts',
      "tx.run('delete from order_lines');",
      /writes order_lines, which belongs to/,
    ],
    [
      'features/payments/server/attempt-store.ts',
      'tx.row(`with a as (insert into payment_attempts default values), b as (update payments\n set attempts = 1)\nselect 1`);',
      /writes payments, which belongs to features\/orders/,
    ],
    [ORDERS, `tx.run(\`update \${table} set code = $1\`);`, /a table whose name is assembled/],
    [ORDERS, "tx.run('insert into novelties (id) values (1)');", /the table novelties has no owner/],
    ['platform/http/limits.ts', "db.run('delete from mails');", /writes mails, which belongs to platform\/mail/],
  ] as const) {
    test(`${file}: ${text}`, () => {
      const problems = problemsOf(file, text);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0]!, objection);
    });
  }

  for (const [file, text] of [
    [ORDERS, "tx.run('update orders set code = $1 where id = $2');"],
    [ORDERS, 'tx.rows(`select id from orders where id = $1 for update of orders`);'],
    ['features/refunds/server/refund-store.ts', "db.row('select 1 from orders');"],
    ['features/stock/server/take-units-store.ts', "tx.run('update shop_items set sold = sold + 1');"],
    ['features/cart/server/routes.ts', "say('Select a departure, and update the cart to set it.');"],
    ['features/cart/server/cart.server.test.ts', "db.run('delete from orders');"],
  ] as const) {
    test(`${file} may contain: ${text}`, () => assert.deepEqual(problemsOf(file, text), []));
  }

  test('an upsert counts as a write to one table, and every statement is counted', () => {
    plant(ORDERS, "tx.run('insert into orders (id) values (1) on conflict (id) do update set code = 2');");
    plant('features/orders/server/payment-store.ts', `tx.rows(\`select 1\`); tx.rows(\`\${columns} from payments\`);`);
    assert.deepEqual(checkImports(folder), { files: 2, imports: 0, statements: 2, problems: [] });
  });
});

test('hexadecimal colours belong in the tokens', () => {
  assert.match(
    problemsOf('ui/button.module.css', '/* #fff */\n.a { color: #a1b2c3; }').join(),
    /button\.module\.css:2: the colour #a1b2c3/,
  );
  fs.rmSync(path.join(folder, 'ui'), { recursive: true });
  assert.match(problemsOf('ui/button.tsx', "export const c = '#fff';").join(), /button\.tsx:1: the colour #fff/);
  fs.rmSync(path.join(folder, 'ui'), { recursive: true });
  assert.deepEqual(problemsOf('ui/tokens/colour.css', ':root { --a: #a1b2c3; }'), []);
});

test('files and imports are counted, and a file that cannot be read is an error', () => {
  plant('kernel/a.ts', 'export const a = 1;');
  plant('kernel/b.ts', "import { a } from './a.ts';\nexport { a };\nexport * from './a.ts';");
  assert.deepEqual(checkImports(folder), { files: 2, imports: 2, statements: 0, problems: [] });
  plant('kernel/c.ts', 'import {');
  assert.throws(() => checkImports(folder));
});
