import { createCipheriv } from 'node:crypto';
import { drawPositions } from '../domain/draw.ts';
import type { Room } from '../domain/room.ts';

const NOTHING_DRAWN = new Uint32Array(0);
const BLOCK = Buffer.alloc(1 << 14);

/**
 * Positions of the places taken before the opening, by number. Every process computes the same ones from the seed,
 * which is chosen at the opening, so nobody can predict the draw. A million places take 4 MB and 60 to 80 ms of
 * processor time.
 */
export function drawOf({ seed, drawn }: Pick<Room, 'seed' | 'drawn'>): Uint32Array {
  return seed === null || drawn === null || drawn === 0 ? NOTHING_DRAWN : drawPositions(drawn, randomWords(seed));
}

/** Uniform random numbers of 32 bits that are the same for the same seed. */
function randomWords(seed: Uint8Array): () => number {
  const stream = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16));
  let block = stream.update(BLOCK);
  let offset = 0;
  return () => {
    if (offset === block.length) {
      block = stream.update(BLOCK);
      offset = 0;
    }
    const word = block.readUInt32LE(offset);
    offset += 4;
    return word;
  };
}
