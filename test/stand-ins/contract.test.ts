import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { type Contract, readContract, readForm, readJsonContract, schemaCheck } from './contract.ts';

const FORM = 'application/x-www-form-urlencoded';
const stripe = readContract('stripe-openapi-subset.json');
const mollie = readContract('mollie-openapi-subset.json');

const post = (contract: Contract, url: string, contentType: string, body: string) =>
  contract.request({ method: 'POST', url, contentType, body });

const payment = {
  amount: { currency: 'EUR', value: '25.75' },
  description: 'Island Festival, order R7K2M1',
  redirectUrl: 'https://shop.example/payments/return/x',
};

describe('a request', () => {
  test('with a form is converted to the types of the contract', () => {
    const read = post(
      stripe,
      '/v1/checkout/sessions',
      FORM,
      'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=eur' +
        '&line_items[0][price_data][unit_amount]=2575&line_items[0][price_data][product_data][name]=Order' +
        '&adaptive_pricing[enabled]=false&metadata[reference]=R7K2M1-1-1',
    );
    assert.deepEqual(read.breaches, []);
    assert.equal(read.operation, 'POST /v1/checkout/sessions');
    assert.deepEqual(read.body, {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 2575, product_data: { name: 'Order' } } },
      ],
      adaptive_pricing: { enabled: false },
      metadata: { reference: 'R7K2M1-1-1' },
    });
  });

  test('yields its operation and the variable parts of its path', () => {
    const read = stripe.request({
      method: 'GET',
      url: '/v1/checkout/sessions/cs_1?expand[]=payment_intent.latest_charge',
      contentType: undefined,
      body: '',
    });
    assert.deepEqual(read.breaches, []);
    assert.equal(read.operation, 'GET /v1/checkout/sessions/{id}');
    assert.deepEqual(read.path, { id: 'cs_1' });
    assert.deepEqual(read.query, { expand: ['payment_intent.latest_charge'] });
  });

  test('with JSON keeps its types', () => {
    assert.deepEqual(post(mollie, '/v2/payments', 'application/json', JSON.stringify(payment)).breaches, []);
    const number = { ...payment, amount: { currency: 'EUR', value: 25.75 } };
    assert.notDeepEqual(post(mollie, '/v2/payments', 'application/json', JSON.stringify(number)).breaches, []);
  });

  for (const [name, url, type, body, found] of [
    ['an invented field', '/v1/refunds', FORM, 'payment_intent=pi_1&because=yes', /additional properties \(because\)/],
    ['a wrong type', '/v1/refunds', FORM, 'amount=ten', /\/amount must be integer/],
    ['a value below the limit', '/v1/refunds', FORM, 'amount=0', /\/amount must be >= 1/],
    ['a value that is not in the list', '/v1/refunds', FORM, 'reason=mood', /\/reason must be .*duplicate/],
    ['an unknown call', '/v1/coupons', FORM, '', /no such call/],
    ['an unknown parameter', '/v1/refunds?limits=3', FORM, '', /query limits: the call has no such parameter/],
    ['a wrong content type', '/v1/refunds', 'application/json', '{}', /content-type must be/],
    [
      'a missing field',
      '/v1/webhook_endpoints',
      FORM,
      'url=https://shop.example',
      /required property 'enabled_events'/,
    ],
  ] as const) {
    test(`with ${name} is a breach`, () => {
      assert.match(post(stripe, url, type, body).breaches.join('\n'), found);
    });
  }

  test('with broken JSON, or without a field the provider requires, is a breach', () => {
    assert.match(post(mollie, '/v2/payments', 'application/json', '{"a":').breaches.join('\n'), /not JSON/);
    const { description: _, ...without } = payment;
    assert.match(
      post(mollie, '/v2/payments', 'application/json', JSON.stringify(without)).breaches.join('\n'),
      /required property 'description'/,
    );
  });
});

describe('an answer', () => {
  const refund = { ...stripe.minimal('Refund'), id: 're_1', amount: 500, currency: 'eur', status: 'succeeded' };

  test('that starts from the minimal object of its schema is valid', () => {
    assert.deepEqual(stripe.answer('POST /v1/refunds', 200, refund), []);
  });

  test('with an invented field, a missing field or a wrong type is a breach', () => {
    const { amount: _, ...without } = refund;
    for (const wrong of [{ ...refund, request: 1 }, without, { ...refund, amount: '500' }]) {
      assert.equal(stripe.answer('POST /v1/refunds', 200, wrong).length, 1);
    }
  });

  test('with a status that the call never has is a breach, and every error has its shape', () => {
    assert.match(stripe.answer('POST /v1/refunds', 201, refund).join(), /never answers 201/);
    assert.notDeepEqual(stripe.answer('POST /v1/refunds', 400, refund), []);
    assert.deepEqual(mollie.answer('DELETE /v2/customers/{customerId}', 204, undefined), []);
    assert.match(mollie.answer('DELETE /v2/customers/{customerId}', 204, {}).join(), /has no body/);
  });
});

test('a form with brackets becomes objects and arrays', () => {
  assert.deepEqual(readForm('a[b][0][c]=1&a[b][1][c]=2&expand[]=x&expand[]=y&d=a%26b'), {
    a: { b: [{ c: '1' }, { c: '2' }] },
    expand: ['x', 'y'],
    d: 'a&b',
  });
});

test('a contract without OpenAPI lists its schemas one by one', () => {
  const monri = readJsonContract<{ callback: { schema: object } }>('monri-contract.json');
  const check = schemaCheck(monri.callback.schema);
  const approved = {
    id: 1,
    order_number: 'R7K2M1-1-1',
    amount: 2575,
    currency: 'EUR',
    response_code: '0000',
    status: 'approved',
    transaction_type: 'purchase',
  };
  assert.deepEqual(check(approved), []);
  assert.match(check({ ...approved, status: 'fine' }).join(), /\/status must be/);
});
