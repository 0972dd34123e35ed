import type { Queryable } from '#platform/db/db.ts';

interface Finding {
  readonly subject: string;
  readonly finding: string;
}

/** Compares every transfer file, and every refund that names one, with the movements in the file. */
export const auditTransferFiles = (db: Queryable): Promise<Finding[]> =>
  db.rows(
    `with ordered as (
       select exported_in, count(distinct refund_id) as credits, sum(amount) as total
       from refund_movements
       where exported_in is not null
       group by exported_in
     )
     select coalesce(f.message_id, o.exported_in) as subject,
       case when f.id is null then 'There is no such file'
         else 'The file orders ' || f.credits || ' refunds and ' || f.total || ', its movements '
           || coalesce(o.credits, 0) || ' and ' || coalesce(o.total, 0) end as finding
     from transfer_files f full join ordered o on o.exported_in = f.message_id
     where f.id is null
       or (f.cancelled_at is null and (f.credits, f.total) is distinct from (o.credits, o.total))
       or (f.cancelled_at is not null and o.exported_in is not null)
     union all
     select r.code, 'The refund names a file that none of its movements is in: ' || r.exported_in
     from refunds r
     where r.exported_in is not null
       and not exists (select from refund_movements m where m.refund_id = r.id and m.exported_in = r.exported_in)
     order by 1`,
  );
