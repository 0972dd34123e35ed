/** JSON texts that our browsers never send, for any field. Some of them, such as `-0`, cannot be written as values. */
export const strangeValues: readonly string[] = [
  ...[null, true, false, 5, -1, 0.5, 1e300, [], ['x'], [[]], {}, { $ne: null }, [null]].map((value) =>
    JSON.stringify(value),
  ),
  // Numbers at their limits.
  ...['-0', '1e400', '1e-400', '9007199254740993', '2147483648', '-9223372036854775809'],
  // Names that mean something to JavaScript, as keys.
  '{"constructor":"x","toString":1,"valueOf":null,"hasOwnProperty":false,"length":-1}',
  '{"then":1,"toJSON":"x"}',
  ...[
    '',
    ' ',
    // Values that are too large.
    'x'.repeat(5_000),
    '9'.repeat(400),
    '1'.repeat(200),
    '{'.repeat(1_000),
    // Unicode: lone surrogates, direction marks, invisible, combining and wide characters, and other digits.
    '\u0000',
    'a\u0000b',
    'half of a pair \ud800',
    '\udc00 the other half',
    '\u202e\u200b',
    '\u2066x\u2069',
    '𝒳'.repeat(40),
    `${'e\u0301'.repeat(60)}`,
    `a${'\u0301'.repeat(500)}`,
    '\ufeffMila',
    '١٢٣',
    '\r\nBcc: everybody@example.org',
    'İıſK',
    // Names that mean something to JavaScript, for code that uses a text as a key.
    ...[
      '__proto__',
      'constructor',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'prototype',
      'length',
      'null',
      'undefined',
    ],
    // Code in other languages that might be executed.
    "'; drop table orders; --",
    '%00%ff',
    '../../etc/passwd',
    '{{7*7}}<%= 7*7 %>#{7*7}',
    '<script>alert(1)</script>',
    '=HYPERLINK("http://x")',
    'javascript:alert(1)',
    '%s%n%p',
    '-1',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '00000000-0000-4000-8000-000000000000',
    '2026-13-45T99:99:99Z',
    'SLK-AAAAAA',
  ].map((value) => JSON.stringify(value)),
];

/** Values as large as a request may be. A few for each call are enough. */
export const largeValues: readonly string[] = [
  JSON.stringify('x'.repeat(95_000)),
  `${'['.repeat(45_000)}${']'.repeat(45_000)}`,
  `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  JSON.stringify(Array.from({ length: 20_000 }, () => 'x')),
  `{${Array.from({ length: 8_000 }, (_, index) => `"k${index}":""`).join(',')}}`,
];
