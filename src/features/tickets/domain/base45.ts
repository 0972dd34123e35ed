// Base45 (RFC 9285): encodes two bytes as three characters of the QR code's alphanumeric set, which keeps the picture
// small.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 2) {
    const high = bytes[index]!;
    const low = bytes[index + 1];
    const value = low === undefined ? high : high * 256 + low;
    const digits = [value % 45, Math.floor(value / 45) % 45, Math.floor(value / 2_025)];
    text += digits
      .slice(0, low === undefined ? 2 : 3)
      .map((digit) => ALPHABET[digit])
      .join('');
  }
  return text;
}

/** Decodes Base45; null if it is invalid. A text decodes in at most one way. */
export function fromBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null;
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 3) {
    const digits = [...text.slice(index, index + 3)].map((character) => ALPHABET.indexOf(character));
    if (digits.includes(-1)) return null;
    const value = digits.reduce((total, digit, place) => total + digit * 45 ** place, 0);
    if (value > (digits.length === 3 ? 65_535 : 255)) return null;
    if (digits.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}
