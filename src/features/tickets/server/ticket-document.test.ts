import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrast } from '#platform/mail/colors.ts';
import { readPdf, unmarkedPainting } from '#platform/pdf/testing.ts';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { makeTicketDocument } from '../testing.ts';
import { type TicketDocument, ticketPdf } from './ticket-document.ts';
import { ticketKey } from './ticket-keys.ts';
import { signTicket, ticketIdOf, verifyTicketCode } from './ticket-signature.ts';

const key = ticketKey(Buffer.alloc(32, 7));
const now = new Date('2027-07-22T12:00:00Z');
const qrText = signTicket(
  {
    ticketId: ticketIdOf('7KQ2MX4PHT9WC3VBN'),
    itemId: 42,
    departureId: 9,
    notBefore: new Date('2027-07-21T10:00:00Z'),
    notAfter: new Date('2027-07-27T22:00:00Z'),
    generation: 1,
  },
  key,
);

const read = async (changes: Partial<TicketDocument> = {}) =>
  readPdf(await ticketPdf(makeTicketDocument({ qrText, ...changes })));

describe('the document of a ticket', () => {
  test('shows on one page who goes where, when, and from where', async () => {
    const pdf = await read();
    expect(pdf.pages).toBe(1);
    expect(pdf.structure.map(({ tag, text }) => `${tag} ${text.trim()}`).slice(0, 9)).toEqual([
      'P Sandlark',
      'P Coach',
      'H1 Coach from Amsterdam, return',
      'P Sandlark 2027 Larkduin Beach Park, Noorderzand, Netherlands',
      expect.stringMatching(
        /^P Departure Thursday 22 July 2027, 09:30 Amsterdam time\. Be at the meeting point by 09:00, 30 minutes before travel\.$/,
      ),
      'P Ticket holder Mila Okonkwo',
      'P Age 25 to 34',
      'P Order SLK-2H9C4T',
      'P Ticket code 7KQ2 MX4P HT9W C3VBN',
    ]);
  });

  test('describes the QR code in words, and tags all content', async () => {
    const pdf = await read();
    expect(pdf.structure.filter((element) => element.tag === 'Figure')).toEqual([
      { tag: 'Figure', text: '', alternative: 'QR code for admission, ticket code 7KQ2 MX4P HT9W C3VBN' },
    ]);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });

  test('shows the meeting point if the operator named one', async () => {
    const pdf = await read({ meetingPoint: 'Amsterdam Sloterdijk, bus station on Piarcoplein, bay 4' });
    const departure = pdf.structure.find(({ text }) => text.startsWith('Departure'))!.text.trim();
    expect(departure).toMatch(
      /before travel\. Meeting point: Amsterdam Sloterdijk, bus station on Piarcoplein, bay 4$/,
    );
  });

  test('uses the language of the shop, with its letters', async () => {
    const { shop } = makeTicketDocument();
    const croatian = { ...shop, locale: 'hr' };
    const bytes = await ticketPdf(makeTicketDocument({ qrText, shop: croatian, fullName: 'Đurđica Šćepanović-Žužić' }));
    const words = (await readPdf(bytes)).structure.map(({ text }) => text.trim());
    expect(words).toContain('Nositelj karte Đurđica Šćepanović-Žužić');
    expect(bytes.toString('latin1')).toContain('/Lang (hr)');
  });

  test('without a journey is dated with the days of its event', async () => {
    const { structure } = await read({ travelTime: null });
    expect(structure.map(({ tag, text }) => `${tag} ${text.trim()}`)).toContain(
      'P Sandlark 2027 Thursday 22 – Sunday 25 July 2027, from 12:00 Larkduin Beach Park, Noorderzand, Netherlands',
    );
  });

  test('leaves out what the ticket does not have', async () => {
    const pdf = await read({ event: null, travelTime: null, ageLabel: null });
    const text = pdf.structure.map((element) => element.text).join('\n');
    expect(text).not.toMatch(/Departure|Age|Sandlark 2027/);
    expect(text).toContain('Mila Okonkwo');
  });

  test('shows the operator’s notes about the gate, how the name may change, and whom to ask', async () => {
    const gate = { entrance: 'North gate', times: 'From 12:00', bring: 'Your ID' };
    const pdf = await read({ travelTime: null, gate });
    const from = pdf.structure.findIndex(({ tag }) => tag === 'H2');
    expect(pdf.structure.slice(from).map(({ tag, text }) => `${tag} ${text.trim()}`)).toEqual([
      'H2 At the gate',
      'P Entrance North gate',
      'P Gate times From 12:00',
      'P What to bring Your ID',
      expect.stringMatching(/^P Personal ticket This ticket is personal: please bring a passport or ID/),
      'P Name changes You can change the name in the portal until Tuesday 20 July 2027, 18:00.',
      'P Questions hello@sandlark.example',
      'P Sandlark · Stichting Sandlark · Zandpad 1',
    ]);
  });

  test('leaves out the gate for a coach, because the meeting point is on the card', async () => {
    const pdf = await read({ gate: { entrance: 'North gate', times: 'From 12:00', bring: null } });
    const text = pdf.structure.map((element) => element.text).join('\n');
    expect(text).toContain('Before you travel');
    expect(text).not.toMatch(/North gate|From 12:00|What to bring/);
  });

  test('counts tickets that were bought together, and shows no count for a single one', async () => {
    const holderOf = async (changes: Partial<TicketDocument>) =>
      (await read(changes)).structure.find(({ text }) => text.startsWith('Ticket holder'))!.text.trim();
    expect(await holderOf({ place: { number: 2, of: 3 } })).toBe('Ticket holder · 2 of 3 Mila Okonkwo');
    expect(await holderOf({ place: { number: 1, of: 1 } })).toBe('Ticket holder Mila Okonkwo');
  });

  test('is made quickly once the fonts are loaded', async () => {
    const five = await processorTime(async () => {
      for (let count = 0; count < 5; count += 1) await ticketPdf(makeTicketDocument({ qrText }));
    });
    expect(five / 5).toBeLessThan(150);
  });
});

describe('the QR code', () => {
  test('decodes from the printed page, and verifies offline', async () => {
    const { content } = await read();
    const { picture, millimetres } = figurePicture(content);
    const decoded = jsQR(picture.data, picture.width, picture.height);
    expect(decoded?.data).toBe(qrText);
    expect(verifyTicketCode(decoded!.data, [key.publicKey], now).valid).toBe(true);
    expect(millimetres).toBeCloseTo(65, 0);
  });
});

describe('unexpected text', () => {
  const nasty: [string, Partial<TicketDocument>][] = [
    ['a name of one letter and 119 marks', { fullName: `A${'\u0301'.repeat(119)}` }],
    ['a name of 120 letters without a space', { fullName: 'Wolfeschlegelsteinhausen'.repeat(5) }],
    ['a name with letters of many Latin alphabets', { fullName: 'Ødegård Nguyễn Łukasz Þór Ğül Ștefan' }],
    ['texts in other scripts', { product: 'Фестиваль 漢字 مرحبا', fullName: 'Ωμέγα' }],
    ['an endless product', { product: 'Very long product name '.repeat(40) }],
    [
      'endless texts about the gate, and on the card',
      {
        product: 'Very long product name '.repeat(40),
        fullName: 'Wolfeschlegelsteinhausen'.repeat(5),
        meetingPoint: 'The bus stop behind the station '.repeat(5),
        gate: { entrance: 'x '.repeat(80), times: 'y '.repeat(80), bring: 'z '.repeat(150) },
      },
    ],
    [
      'an endless address',
      { event: { ...makeTicketDocument().event!, name: 'x'.repeat(400), address: 'y '.repeat(400) } },
    ],
    ['emoji, breaks and control characters', { fullName: 'Mila 👩‍👩‍👧 \u0000\n\u202eOkonkwo', product: '🎪\t🎪' }],
    ['nothing at all', { fullName: '', product: '', typeLabel: '', ageLabel: '', orderCode: '' }],
  ];

  test.each(nasty)('%s stays on one tagged page', async (_name, changes) => {
    const pdf = await read({ ...changes });
    expect(pdf.pages).toBe(1);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
    expect(lowestText(pdf.content)).toBeGreaterThan(20);
    expect(jsQR(...bitmap(pdf.content))?.data).toBe(qrText);
  });

  test('a name is read in full although one of its letters cannot be drawn', async () => {
    const pdf = await read({ fullName: 'Mila 漢字 Okonkwo' });
    expect(pdf.structure.some(({ text }) => text.includes('Mila 漢字 Okonkwo'))).toBe(true);
  });
});

describe('pictures', () => {
  let picture: Buffer;
  let logo: Buffer;
  beforeAll(async () => {
    const square = { width: 64, height: 64, background: '#0b5d66' } as const;
    picture = await sharp({ create: { ...square, channels: 3 } })
      .jpeg({ progressive: true })
      .toBuffer();
    logo = await sharp({ create: { ...square, channels: 4 } })
      .png()
      .toBuffer();
  });

  test('of the item and the logo are in the document; the logo has a text alternative', async () => {
    const shop = { ...makeTicketDocument().shop, logo: { picture: logo, width: 64, height: 64 } };
    const pdf = await read({ picture, shop });
    expect([...pdf.objects.values()].filter((object) => object.includes('/Subtype /Image')).length).toBeGreaterThan(1);
    expect(pdf.structure[0]).toEqual({ tag: 'Figure', text: '', alternative: 'Sandlark logo' });
  });

  test.each(['#ffffff', '#000000', '#ffd400', '#f4a6c0'])(
    'with the brand colour %s every text can be read',
    async (brandColor) => {
      const { content } = await read({ shop: { ...makeTicketDocument().shop, brandColor } });
      const colors = textColors(content);
      expect(colors.length).toBeGreaterThan(10);
      for (const color of colors) expect(contrast(color, '#faf6ee')).toBeGreaterThanOrEqual(4.5);
    },
  );
});

/** The colour of every marked text, as #rrggbb. */
const textColors = (content: string): string[] =>
  content
    .split('BDC')
    .filter((part) => part.includes('TJ'))
    .map((part) => /([\d.]+) ([\d.]+) ([\d.]+) scn/.exec(part)!)
    .map((match) =>
      match.slice(1).map((share) =>
        Math.round(Number(share) * 255)
          .toString(16)
          .padStart(2, '0'),
      ),
    )
    .map((channels) => `#${channels.join('')}`);

/** Distance of the lowest text from the bottom of the page, in points. */
const lowestText = (content: string): number =>
  Math.min(...[...content.matchAll(/^1 0 0 1 [\d.-]+ ([\d.-]+) Tm$/gm)].map((match) => Number(match[1])));

const bitmap = (content: string): [Uint8ClampedArray, number, number] => {
  const { picture } = figurePicture(content);
  return [picture.data, picture.width, picture.height];
};

/** Paints the rectangles of the QR code like a printer, ten dots per point. */
function figurePicture(content: string) {
  const figures = content
    .split('/Figure <<')
    .slice(1)
    .map((part) => part.split('EMC')[0]!);
  const rects = [...figures.at(-1)!.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map((match) =>
    match.slice(1).map(Number),
  ) as [number, number, number, number][];
  const [[left, top, side], ...dark] = rects as [
    [number, number, number, number],
    ...[number, number, number, number][],
  ];
  const scale = 10;
  const width = Math.round(side * scale);
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x, y, w, h] of dark) {
    for (let row = Math.round((y - top) * scale); row < Math.round((y - top + h) * scale); row += 1) {
      for (let column = Math.round((x - left) * scale); column < Math.round((x - left + w) * scale); column += 1) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  const reach = Math.max(...dark.map(([x, , w]) => x + w)) - Math.min(...dark.map(([x]) => x));
  return { picture: { data, width, height: width }, millimetres: (reach / 72) * 25.4 };
}
