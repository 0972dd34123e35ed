import type { Language } from '#kernel/language.ts';
import type { Status } from '#ui/status.ts';
import { availability } from '../domain/availability.ts';
import type { ListedItem } from '../domain/listed-item.ts';
import { availabilityWords } from '../words/availability.ts';

/** A note that few units are left or none; null if there are plenty. */
export function stockStatus(
  { translate }: Language,
  item: Pick<ListedItem, 'in_stock' | 'stock_level'>,
): Status | null {
  const stock = availability(item);
  if (stock.kind === 'in_stock') return null;
  return { tone: stock.kind === 'few_left' ? 'warn' : 'neutral', label: translate(availabilityWords(stock)) };
}
