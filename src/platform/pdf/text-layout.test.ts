import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitText, layOutText, type TextLayout, textWidth } from './text-layout.ts';

const style = { font: 'text', size: 10 } as const;
const textsOf = (layout: TextLayout) => layout.lines.map((line) => line.runs.map((run) => run.text).join(''));

test('a text breaks between words', () => {
  const text = 'Coach from Amsterdam, return';
  const layout = layOutText(text, style, 90);
  expect(textsOf(layout).length).toBeGreaterThan(1);
  expect(textsOf(layout).join(' ')).toBe(text);
  expect(layout.height).toBe(layout.lines.length * 13);
});

test('a word wider than a line is broken inside, and marked as continuing', () => {
  const layout = layOutText('Wolfeschlegelsteinhausenbergerdorff', style, 60);
  expect(textsOf(layout).join('')).toBe('Wolfeschlegelsteinhausenbergerdorff');
  expect(layout.lines.map((line) => line.endsWord)).toEqual([...Array(layout.lines.length - 1).fill(false), true]);
});

test('a text too long for its lines ends with an ellipsis', () => {
  const layout = layOutText('one two three four five six seven', style, 50, 2);
  expect(layout.isCut).toBe(true);
  expect(layout.lines).toHaveLength(2);
  expect(textsOf(layout).at(-1)).toMatch(/…$/);
});

test('no line is wider than the limit, and no letter is lost, whatever the text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcdefghij klm noř Wễ é漢'), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 200 }), (typed, width) => {
      const layout = layOutText(typed, style, width);
      for (const line of layout.lines) expect(line.width).toBeLessThanOrEqual(width + 0.001);
      const drawn = layout.lines.flatMap((line) => line.runs.map((run) => run.actual ?? run.text)).join('');
      expect(drawn.replaceAll(' ', '').normalize('NFC')).toBe(typed.replaceAll(' ', '').normalize('NFC'));
    }),
    { numRuns: 60 },
  );
});

describe('a text is fitted', () => {
  const sizes = [20, 15, 10];
  test('at the first size at which it fits', () => {
    expect(fitText('Mila', { font: 'display' }, sizes, 200, 1).style.size).toBe(20);
    const width = textWidth('Mila Okonkwo', { font: 'display', size: 15 });
    expect(fitText('Mila Okonkwo', { font: 'display' }, sizes, width + 0.01, 1).style.size).toBe(15);
  });

  test('and cut at the last one', () => {
    const layout = fitText('Mila Okonkwo the Third', { font: 'display' }, sizes, 40, 1);
    expect([layout.style.size, layout.isCut, layout.lines.length]).toEqual([10, true, 1]);
  });
});

test('space between letters makes a text wider', () => {
  expect(textWidth('abcd', { ...style, spacing: 1 })).toBeCloseTo(textWidth('abcd', style) + 4);
});
