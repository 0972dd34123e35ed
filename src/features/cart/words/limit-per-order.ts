import type { Sentence } from '#kernel/language.ts';
import type { LimitPerOrder } from '../domain/add-item.ts';

export const limitSentence =
  ({ product, limit }: LimitPerOrder): Sentence =>
  ({ text }) =>
    text('You can buy up to {limit} of {product} per order.', { limit, product });
