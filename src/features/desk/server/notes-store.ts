import type { Queryable, Tx } from '#platform/db/db.ts';

export interface OrderNote {
  readonly id: number;
  /** The name of the member of staff. */
  readonly author: string;
  readonly body: string;
  readonly isPinned: boolean;
  /** ISO day in the shop's time zone; null without a reminder. */
  readonly remindOn: string | null;
  readonly writtenAt: Date;
}

/** Newest first. */
export const notesOfOrder = (db: Queryable, orderId: number): Promise<OrderNote[]> =>
  db.rows<OrderNote>(
    `select id, author, body, is_pinned as "isPinned", remind_on::text as "remindOn", written_at as "writtenAt"
     from order_notes
     where order_id = $1
     order by id desc`,
    [orderId],
  );

export const insertNote = async (
  tx: Tx,
  orderId: number,
  { author, body, isPinned, remindOn }: Omit<OrderNote, 'id' | 'writtenAt'>,
  now: Date,
): Promise<void> => {
  await tx.run(
    `insert into order_notes (order_id, author, body, is_pinned, remind_on, written_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [orderId, author, body, isPinned, remindOn, now],
  );
};

/** Locks a note of an order, so that changes of its reminder are made one after the other. */
export const lockReminder = (tx: Tx, orderId: number, id: number): Promise<{ remindOn: string | null } | undefined> =>
  tx.row('select remind_on::text as "remindOn" from order_notes where order_id = $1 and id = $2 for update', [
    orderId,
    id,
  ]);

export const setReminder = (tx: Tx, id: number, day: string | null): Promise<number> =>
  tx.run('update order_notes set remind_on = $2 where id = $1', [id, day]);

export interface DueReminder {
  note: number;
  orderCode: string;
  author: string;
  body: string;
  /** ISO day in the shop's time zone. */
  remindOn: string;
}

/** Returns reminders for this day and earlier ones, earliest first. */
export const dueReminders = (db: Queryable, day: string, limit: number): Promise<DueReminder[]> =>
  db.rows(
    `select n.id as note, o.code as "orderCode", n.author, n.body, n.remind_on::text as "remindOn"
     from order_notes n
     join orders o on o.id = n.order_id
     where n.remind_on <= $1
     order by n.remind_on, n.id
     limit $2`,
    [day, limit],
  );

/** Returns false if the order has no such note. */
export const deleteNote = async (tx: Tx, orderId: number, id: number): Promise<boolean> =>
  (await tx.run('delete from order_notes where order_id = $1 and id = $2', [orderId, id])) > 0;

export const deleteNotesOf = (tx: Tx, orderIds: readonly number[]): Promise<number> =>
  tx.run('delete from order_notes where order_id = any($1)', [orderIds]);

export interface NoteToCheck {
  readonly id: number;
  readonly orderId: number;
  readonly order: string;
  readonly buyer: string;
  readonly body: string;
}

/** Returns notes on these orders, and notes on any other order that contain the address. */
export const notesThatMayName = (
  db: Queryable,
  orderIds: readonly number[],
  emailKey: string,
): Promise<NoteToCheck[]> =>
  db.rows(
    `select note.id, orders.id as "orderId", orders.code as "order", orders.customer_name as buyer, note.body
     from order_notes note
     join orders on orders.id = note.order_id
     where note.order_id = any($1) or position($2 in lower(note.body)) > 0
     order by note.id`,
    [orderIds, emailKey],
  );

export const deleteNotes = (tx: Tx, ids: readonly number[]): Promise<number> =>
  tx.run('delete from order_notes where id = any($1)', [ids]);

/** Notes for the export of a person's data. */
export const notesOfCustomer = (
  db: Queryable,
  customerId: number,
): Promise<{ order: string; body: string; writtenAt: Date }[]> =>
  db.rows(
    `select orders.code as "order", note.body, note.written_at as "writtenAt"
     from orders
     join order_notes note on note.order_id = orders.id
     where orders.customer_id = $1
     order by note.id`,
    [customerId],
  );

/** Deletes up to `limit` notes on orders whose customer was erased; returns their number. */
export const deleteNotesOfErasedCustomers = (db: Queryable, limit: number): Promise<number> =>
  db.run(
    `delete from order_notes
     where id = any(array(
       select note.id
       from order_notes note
       join orders on orders.id = note.order_id
       where orders.customer_email = ''
       limit $1
     ))`,
    [limit],
  );
