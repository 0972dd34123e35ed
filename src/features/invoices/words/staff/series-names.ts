import { markedText } from '#kernel/language.ts';
import type { Series } from '../../domain/invoice-content.ts';

export const seriesNames: Readonly<Record<Series, string>> = {
  invoice: markedText('Invoice'),
  advance: markedText('Payment on account'),
  credit_note: markedText('Credit note'),
};
