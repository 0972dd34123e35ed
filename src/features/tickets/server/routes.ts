import { emailProblems } from '#features/customers/domain/email-form.ts';
import { missingProof } from '#features/customers/server/public.ts';
import { formSentence } from '#features/customers/words/account-forms.ts';
import { inWords } from '#kernel/problem.ts';
import { refuse } from '#kernel/result.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { networkOf } from '#platform/http/network.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { invalidFields, tooMany } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import { changeTicket, emailTickets, setTravelTime, showTickets } from '../contract.ts';
import { changeRefusal } from './change-refusals.ts';
import { changeTicket as change } from './change-ticket.ts';
import type { TicketMailParts } from './mail-tickets-again.ts';
import { requestTickets } from './request-tickets.ts';
import { setTravelTime as move } from './set-travel-time.ts';
import { showTickets as show } from './show-tickets.ts';

export interface TicketCallParts extends TicketMailParts {
  readonly limits?: Limits;
  /** Signs the QR codes. */
  readonly secretKey: Buffer;
}

export function addTicketCalls(calls: CallRegistry, parts: TicketCallParts): void {
  const { db, shopUrl, limits = defaultLimits } = parts;
  // Reads the shop before the transaction begins, which must not wait for a second connection.
  const changing = async () => ({ db, shopUrl, shop: await parts.loadShop() });

  calls.add(changeTicket, async (body, { caller, now, remember }) => {
    const { customerId } = caller!;
    const unproved = body.reassign && (await missingProof({ db, limits }, caller!, body.password, now));
    if (unproved) return refuse(unproved);
    // Limited because every change sends a mail, to any address that the customer enters.
    const tried = await countAttempt(db, limits['change-ticket'], String(customerId), now);
    if (!tried.allowed) return refuse(tooMany(tried.retryAfterSeconds));
    const wanted = {
      orderCode: body.order_id,
      code: body.code,
      fullName: body.full_name,
      email: body.email,
      age: body.age,
      reassign: body.reassign ?? false,
      note: body.note,
    };
    const done = await change(await changing(), customerId, wanted, now, remember);
    return done.ok ? reply(done.value) : refuse(changeRefusal(done.error));
  });

  calls.add(setTravelTime, async (body, { caller, now }) => {
    const wanted = { code: body.code, transportTimeId: body.transport_time_id };
    const done = await move(await changing(), caller!.customerId, wanted, now);
    return done.ok ? reply({}) : refuse(changeRefusal(done.error));
  });

  calls.add(showTickets, async (body, { caller, now }) => {
    const tickets = await show(parts, caller!.customerId, body.order_id);
    return reply({ checked_at: toInstant(now), tickets });
  });

  calls.add(emailTickets, async (body, { ip, now, remember, language: { text } }) => {
    const problems = emailProblems(body);
    if (problems.length > 0) return refuse(invalidFields(inWords(problems, formSentence)));
    const answer = {
      message: text(
        'If there are tickets for this address, they are on their way by email. If they do not arrive within 10 minutes, please check your spam or junk folder.',
      ),
    };
    const request = { email: body.email, network: networkOf(ip) };
    const result = await requestTickets({ db, limits }, request, now, (tx) => remember(tx, answer));
    return result.ok ? reply(answer) : refuse(tooMany(result.error.waitSeconds));
  });
}
