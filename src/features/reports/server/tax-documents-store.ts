/**
 * The amounts of the documents of some days, one row for each document, rate and country. Credit notes are negative,
 * and a final invoice counts less what was invoiced on account. Goods are taxed where they are delivered, everything
 * else where the event is (''). Where goods that are sent abroad share their rate with tickets of the same order,
 * documents cannot tell them apart (`mixed:` and the country). `$1` are the beginnings of the days, `$2` their ends.
 */
export const DOCUMENTS = `
  select span.since as day, d.id, d.issued_at, d.code, d.series, d.content #>> '{corrects,code}' as corrects, o.code as order, o.customer_name, part.rate, part.net, part.tax,
    coalesce(
      case
        when o.shipping_country is not null then (
          select case when bool_or(l.kind = 'merchandise') then
            case when bool_or(l.kind = 'tickets') then 'mixed:' else '' end || o.shipping_country
          end
          from order_lines l
          where l.order_id = o.id and l.tax_basis_points = part.rate
        )
      end,
      ''
    ) as country
  from unnest($1::timestamptz[], $2::timestamptz[]) as span (since, until)
    cross join lateral (
      select * from invoices where issued_at >= span.since and issued_at < span.until offset 0
    ) d
    join orders o on o.id = d.order_id
    cross join lateral (
      select (one.rate ->> 'taxBasisPoints')::integer as rate, sum(one.sign * (one.rate ->> 'net')::bigint)::bigint as net,
        sum(one.sign * (one.rate ->> 'tax')::bigint)::bigint as tax
      from (
        select rate, case d.series when 'credit_note' then -1 else 1 end as sign
        from jsonb_array_elements(d.content -> 'rates') rate
        union all
        select rate, -1
        from jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) advance,
          jsonb_array_elements(advance -> 'rates') rate
      ) one
      group by 1
    ) part`;
