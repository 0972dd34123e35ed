import type { Tx } from '#platform/db/db.ts';
import { lacksUnits, type UnitRequest } from '../domain/allocate-units.ts';
import { allocateUnderLock } from './hold-stock.ts';
import { raiseFullCapacity } from './over-capacity-store.ts';

/**
 * Makes room for one unit in an item or a departure that is full, by raising its capacity by one. The capacity that the
 * operator set is kept separately, and each returned unit lowers the raised one towards it. Returns whether it raised a
 * capacity. The caller must take the unit in the same transaction. Locks items by id, then departures.
 */
export async function makeRoomForOne(tx: Tx, request: UnitRequest, now: Date): Promise<boolean> {
  const [allocation] = await allocateUnderLock(tx, [request], now);
  if (!lacksUnits(allocation!)) return false;
  await raiseFullCapacity(tx, request);
  return true;
}
