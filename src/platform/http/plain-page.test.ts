import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { plainPage } from './plain-page.ts';

test('the policy of a plain page allows the site’s icon, because Firefox complains otherwise', () => {
  const { contentSecurityPolicy } = plainPage({
    language: ENGLISH,
    shopName: 'Sandlark',
    brandColor: null,
    heading: 'Not there',
    paragraphs: [],
    links: [],
  });
  expect(contentSecurityPolicy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/);
});
