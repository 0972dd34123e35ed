import { expect, test } from 'vitest';
import { callbackDigest, formDigest, isSignedCallback, refundDigest, showDigest } from './monri-digests.ts';

const KEY = 'test-key-7Hq2';

test('a form’s digest matches the example in Monri’s documentation', () => {
  const digest = formDigest('2345klj', { orderNumber: 'abcdef', amount: '54321', currency: 'EUR' });
  expect(digest).toBe(
    'f71b8c1560bd7511ba2f0307b3823c06dd39042cd77480543e3d7bf9f3eefa6debed252979ba8edc7a82d9f111d90f8e31c1c7ab5af39796b26e59a0b2d7cf98',
  );
});

test.each([
  [
    ['R7K2M-1-1', '2575', 'EUR'],
    'f3750ae6f77a75ba82564f3deb619cef0e4d6abedbcd930b47e9d7f34f2ec80dd695d7e1180a017f931228c87191ac765beb9c7371f7f352140b68b4db5f5efe',
  ],
  [
    ['R7K2M-2-1', '100', 'EUR'],
    '684d2b4d437eece8248b2982b8f0e53f3948b39fd6e6c2570bb3fd8c7e17061de0c051426fedbff6d21efe098864f71bedc21d8e03ab198bd3b2dcd36a251bbb',
  ],
  [
    ['ZQ9XT-1-3', '1234567', 'BAM'],
    '7ae625fe4b49a2f84b92ddd656ab39c2055474fdce67a60fcad517f06bcce754027411fa9f85c617288b6a8921957bd9f30cfc37c8ba4bcdb761670adf5156b0',
  ],
])(
  'a form’s digest covers number, amount and currency: %s',
  ([orderNumber = '', amount = '', currency = ''], digest) => {
    expect(formDigest(KEY, { orderNumber, amount, currency })).toBe(digest);
  },
);

test('queries and refunds have short digests', () => {
  expect(showDigest(KEY, 'R7K2M-1-1')).toBe('51a64dd6278ca4d63c4d9073aeaa710d6b1162ca');
  expect(refundDigest(KEY, { orderNumber: 'R7K2M-1-1', amount: '1000', currency: 'EUR' })).toBe(
    '0c322646f3ca81aa010f0aad89fab2eb70a6635e',
  );
});

const BODY =
  '{"id":1,"order_number":"R7K2M-1-1","amount":2575,"currency":"EUR","response_code":"0000","status":"approved","transaction_type":"purchase"}';
const DIGEST =
  'fdafc104d774ae0d3ce0a5c46890b444af2a9b93b27cff0542b7340ac8b31d78d5da2a300bc129c0a695dfbb0d0c172272cfa7255d5852a632eeba94e648270b';

test('a message is genuine only with the digest of its bytes', () => {
  expect(callbackDigest(KEY, BODY)).toBe(DIGEST);
  const body = Buffer.from(BODY);
  expect(isSignedCallback([KEY], body, `WP3-callback ${DIGEST}`)).toBe(true);
  expect(isSignedCallback(['a newer key', KEY], body, `WP3-callback ${DIGEST}`)).toBe(true);
  expect(isSignedCallback(['a newer key'], body, `WP3-callback ${DIGEST}`)).toBe(false);
  expect(isSignedCallback([KEY], Buffer.from(BODY.replace('2575', '2576')), `WP3-callback ${DIGEST}`)).toBe(false);
  for (const header of [
    undefined,
    '',
    DIGEST,
    `WP3-callback ${DIGEST.toUpperCase()}`,
    `WP3-callback ${DIGEST.slice(1)}`,
    `WP3-callback ${DIGEST}, WP3-callback ${DIGEST}`,
    `wp3-callback ${DIGEST}`,
    [`WP3-callback ${DIGEST}`],
  ]) {
    expect(isSignedCallback([KEY], body, header)).toBe(false);
  }
});
