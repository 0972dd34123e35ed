import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '#ui/testing.ts';
import { CountdownBlock, CountdownDigits, CountdownPill } from './countdown.tsx';

test('the server-rendered HTML of a clock contains no style attribute, style element or event handler', () => {
  const clocks = (
    <>
      <CountdownDigits seconds={42} />
      <CountdownPill seconds={280} />
      <CountdownBlock seconds={761} totalSeconds={900} />
    </>
  );
  expect(renderToString(inEnglish(clocks))).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
});
