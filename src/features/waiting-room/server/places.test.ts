import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cookieIn, createPlaces } from './places.ts';

const key = Buffer.alloc(32, 1);
const places = createPlaces([key]);
const ids = fc.integer({ min: 1, max: 2 ** 31 });

describe('a signed place', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(ids, ids, (roomId, number) => {
        expect(places.read(places.sign({ roomId, number }))).toEqual({ roomId, number });
      }),
    );
  });

  test('is invalid after any changed character', () => {
    const text = places.sign({ roomId: 12, number: 4_711 });
    const changes = fc.tuple(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abczAZ_-.'));
    fc.assert(
      fc.property(changes, ([at, character]) => {
        const forged = text.slice(0, at) + character + text.slice(at + 1);
        fc.pre(forged !== text);
        expect(places.read(forged)).toBeNull();
      }),
    );
  });

  test('is invalid with the number or the room of another place, or another key', () => {
    const [one, other] = [places.sign({ roomId: 1, number: 5 }), places.sign({ roomId: 2, number: 6 })];
    const mac = (text: string) => text.split('.')[3]!;
    expect(places.read(`p1.1.6.${mac(one)}`)).toBeNull();
    expect(places.read(`p1.2.5.${mac(one)}`)).toBeNull();
    expect(places.read(`p1.1.5.${mac(other)}`)).toBeNull();
    expect(createPlaces([Buffer.alloc(32, 2)]).read(one)).toBeNull();
    for (const text of ['', 'p1', 'p1.1.5', `p1.0.5.${mac(one)}`, `${one} `, `p1.01.5.${mac(one)}`, 'é'.repeat(40)]) {
      expect(places.read(text)).toBeNull();
    }
  });

  test('stays valid after a change of the key', () => {
    const renewed = createPlaces([Buffer.alloc(32, 9), key]);
    expect(renewed.read(places.sign({ roomId: 1, number: 5 }))).toEqual({ roomId: 1, number: 5 });
    expect(places.read(renewed.sign({ roomId: 1, number: 5 }))).toBeNull();
  });
});

test('a cookie is found by its full name', () => {
  const header = 'xfoyer_place_1=a; foyer_place_12=b; foyer_place_1=c';
  expect(cookieIn(header, 'foyer_place_1')).toBe('c');
  expect(cookieIn(header, 'foyer_place_2')).toBeNull();
  expect(cookieIn(undefined, 'foyer_place_1')).toBeNull();
});
