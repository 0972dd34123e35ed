import type { Sentence } from '#kernel/language.ts';
import type { LimitPerOrder } from '../domain/add-item.ts';

export const limitSentence =
  ({ product, limit }: LimitPerOrder): Sentence =>
  ({ text }) =>
    text('You can buy at most {limit} of {product} in one order.', { limit, product });
