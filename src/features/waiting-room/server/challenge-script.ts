/**
 * SHA-256 of ASCII text, as the first 32 bits of the hash. Browsers' own `crypto.subtle` returns a promise for
 * each hash, which makes this many hashes ten times slower, and is missing on pages without TLS.
 */
export const HASH_START = `(() => {
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const bits = (number) => (number - Math.floor(number)) * 4294967296 | 0;
const k = primes.map((prime) => bits(Math.cbrt(prime)));
const first = primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const w = new Int32Array(64);
return (text) => {
  const blocks = (text.length + 8 >> 6) + 1;
  const words = new Int32Array(blocks * 16);
  for (let i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << 24 - (i & 3) * 8;
  words[text.length >> 2] |= 128 << 24 - (text.length & 3) * 8;
  words[blocks * 16 - 1] = text.length * 8;
  const state = Int32Array.from(first);
  for (let block = 0; block < blocks; block++) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = words[block * 16 + i];
      else {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10);
      }
      const one = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + k[i] + w[i] | 0;
      const two = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
      h = g; g = f; f = e; e = d + one | 0; d = c; c = b; b = a; a = one + two | 0;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h;
  }
  return state[0];
};
})()`;

/**
 * Looks for an answer in small steps, so that the page stays usable, and then opens the page that the visitor wanted.
 */
export const CHALLENGE_SCRIPT = `{
const startOfHash = ${HASH_START};
const { question, bits, next } = document.getElementById("challenge").dataset;
let answer = 0;
const step = () => {
  const until = performance.now() + 30;
  do {
    for (let count = 0; count < 64; count++, answer++)
      if (Math.clz32(startOfHash(question + "." + answer)) >= bits)
        return location.replace(next + "&solved=" + encodeURIComponent(question + "~" + answer));
  } while (performance.now() < until);
  setTimeout(step);
};
step();
}`;
