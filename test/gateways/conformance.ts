import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  GatewayAttempt,
  GatewayMessage,
  PaymentGateway,
  RefundRequest,
  StartedPayment,
  StartRequest,
} from '#features/payments/server/gateway.ts';
import type { GatewayFact, StatusUpdate } from '#features/payments/server/gateway-facts.ts';
import { firstImplausible } from '#features/payments/server/plausible-facts.ts';
import { minor } from '#kernel/money.ts';

/**
 * A gateway's adapter, and what the buyer, the bank and the operator do at its provider. An action is null if the
 * provider does not offer it.
 */
export interface ProviderUnderTest {
  readonly gateway: PaymentGateway;
  now(): Date;
  travel(milliseconds: number): Promise<void>;
  /** The buyer pays or cancels on the page of a started payment. */
  readonly pays: (started: StartedPayment, request: StartRequest) => Promise<void>;
  readonly cancels: ((started: StartedPayment, request: StartRequest) => Promise<void>) | null;
  /** The buyer pays with a slow method, so that the money is pending. */
  readonly paysLater: ((started: StartedPayment, request: StartRequest) => Promise<void>) | null;
  /** Makes pending money arrive. */
  readonly confirms: ((started: StartedPayment, request: StartRequest) => Promise<void>) | null;
  /** A refund that the adapter requested reaches the payer, or fails. */
  readonly refundArrives: ((refund: string) => Promise<void>) | null;
  readonly refundFails: ((refund: string) => Promise<void>) | null;
  /** Returns the provider's ids of a payment's refunds that have not reached the payer yet. */
  readonly pendingRefundsOf: ((transaction: string) => Promise<string[]>) | null;
  /** The operator refunds part of a payment in the provider's dashboard. */
  readonly operatorRefunds: ((transaction: string, amount: number) => Promise<void>) | null;
  /** The payer disputes a payment. */
  readonly payerDisputes: ((transaction: string, amount: number) => Promise<void>) | null;
  /** The bank decides the payment's dispute in favour of the shop. */
  readonly shopWinsDispute: ((transaction: string) => Promise<void>) | null;
  /** Sets the outcome of the next charges of saved cards. */
  readonly nextCharge: ((outcome: 'paid' | 'declined' | 'needs_customer', method: string) => Promise<void>) | null;
  /** Returns the messages since the last call, as they would arrive at the shop. */
  messages(): Promise<GatewayMessage[]>;
  /** Whether a signature proves a message. If not, a message only makes the shop query the provider. */
  readonly signs: boolean;
  /** Makes the adapter's next call fail: before or after its effect at the provider. */
  readonly failsNext: ((when: 'before' | 'after') => void) | null;
  /** Returns how much the provider took for a reference, in minor units. */
  taken(reference: string): Promise<number>;
  /** Returns how much of a payment was refunded, in minor units. */
  returned(transaction: string): Promise<number>;
  /** Closes the provider. Throws if a call of the adapter broke the provider's contract. */
  close(): Promise<void>;
}

const AMOUNT = 2_575;

/** Describes the behaviour that the shop relies on, whatever the provider. */
export function describeConformance(name: string, given: () => Promise<ProviderUnderTest>): void {
  describe(`the gateway ${name}`, () => {
    let provider: ProviderUnderTest;
    let gateway: PaymentGateway;
    beforeAll(async () => {
      provider = await given();
      gateway = provider.gateway;
    });
    afterAll(() => provider.close());

    let count = 0;
    const requestOf = (changes: Partial<StartRequest> = {}): StartRequest => {
      count += 1;
      const returnUrl = 'http://127.0.0.1:4000/payments/return/token';
      return {
        reference: `CFM-${name.toUpperCase()}-${count}-1`,
        orderCode: 'CFM-000001',
        amount: minor(AMOUNT),
        currency: 'EUR',
        currencyDigits: 2,
        description: 'Sandlark, order CFM-000001',
        language: 'en',
        customer: { id: '7', fullName: 'Mila Okonkwo', email: 'mila@example.org' },
        billing: { address: 'Zandpad 12', city: 'Noorderzand', postalCode: '4325 AB', country: 'NL' },
        returnUrl,
        cancelUrl: `${returnUrl}?cancelled=1`,
        callbackUrl: `http://127.0.0.1:4000/payments/callback/${name}`,
        browserOrigin: 'http://127.0.0.1:4000',
        expiresAt: new Date(provider.now().getTime() + 30 * 60_000),
        savesMethod: false,
        ...changes,
      };
    };
    const attemptOf = (request: StartRequest, started: StartedPayment | null): GatewayAttempt => ({
      reference: request.reference,
      gatewayPaymentId: started?.gatewayPaymentId ?? null,
      amount: request.amount,
      currency: request.currency,
      action: started?.action ?? null,
      createdAt: provider.now(),
    });
    const begin = async (changes: Partial<StartRequest> = {}) => {
      const request = requestOf(changes);
      const started = await gateway.start(request, provider.now());
      return { request, started, attempt: attemptOf(request, started) };
    };
    const paidPayment = async (changes: Partial<StartRequest> = {}) => {
      const begun = await begin(changes);
      await provider.pays(begun.started, begun.request);
      const update = await gateway.status(begun.attempt, provider.now());
      if (update.status !== 'paid') throw new Error(`${begun.request.reference} is ${update.status}`);
      return { ...begun, update };
    };
    /** Pays, and returns the card that the provider saved, as reported by query or message. */
    const payAndSaveCard = async () => {
      await provider.messages();
      const { attempt, request, update } = await paidPayment({ savesMethod: true });
      const reported = [update, ...updatesIn(await readFacts(attempt))];
      const method = reported.flatMap((one) => (one.status === 'paid' ? (one.savedMethod ?? []) : []))[0]!;
      return { request, method };
    };
    const refundOf = (
      { request, started, update }: Awaited<ReturnType<typeof paidPayment>>,
      key: string,
      amount: number,
    ): RefundRequest => ({
      key,
      transaction: update.transaction,
      reference: request.reference,
      gatewayPaymentId: started.gatewayPaymentId,
      amount: minor(amount),
      currency: 'EUR',
      currencyDigits: 2,
      description: 'Sandlark, order CFM-000001',
    });
    /** Returns the facts of the messages since the last call. Queries the provider if a message proves nothing. */
    const readFacts = async (attempt: GatewayAttempt): Promise<GatewayFact[]> => {
      const facts: GatewayFact[] = [];
      for (const message of await provider.messages()) {
        const reading = gateway.readCallback(message, provider.now());
        if (!reading.ok) throw new Error(`a genuine message was refused: ${reading.reason}`);
        facts.push(...reading.facts);
        for (const subject of reading.ask) {
          const inquiry = subject.about === 'attempt' ? ({ about: 'attempt', attempt } as const) : subject;
          facts.push(...(await gateway.inquire(inquiry, provider.now())));
        }
      }
      expect(firstImplausible(facts)).toBeNull();
      return facts;
    };
    const updatesIn = (facts: readonly GatewayFact[]): StatusUpdate[] =>
      facts.flatMap((fact) => (fact.about === 'attempt' ? [fact.update] : []));

    test('a started payment is open, has a page, and can be paid for some time', async () => {
      const { started, attempt } = await begin();
      expect(gateway.name).toBe(name);
      expect(started.action.url).toMatch(/^https?:\/\//);
      // The provider may let the payment expire sooner than the shop requested.
      expect(started.payableUntil.getTime()).toBeGreaterThan(provider.now().getTime());
      // A form may not have reached the provider yet.
      expect(['open', started.action.action === 'submit' ? 'unknown' : 'open']).toContain(
        (await gateway.status(attempt, provider.now())).status,
      );
    });

    test('a payment that is started twice can be paid only once', async () => {
      const request = requestOf();
      const [one, other] = await Promise.all([
        gateway.start(request, provider.now()),
        gateway.start(request, provider.now()),
      ]);
      expect(other.gatewayPaymentId).toBe(one.gatewayPaymentId);
      await provider.pays(one, request);
      await provider.pays(other, request).catch(() => {});
      expect(await provider.taken(request.reference)).toBe(AMOUNT);
    });

    test('a paid payment has the same amount and movement id by message and by query', async () => {
      await provider.messages();
      const { attempt, update } = await paidPayment();
      expect(update).toMatchObject({ amount: AMOUNT, currency: 'EUR' });
      const reported = updatesIn(await readFacts(attempt)).filter(({ status }) => status === 'paid');
      expect(reported.length).toBeGreaterThan(0);
      for (const one of reported) {
        expect(one).toMatchObject({ transaction: update.transaction, amount: AMOUNT, currency: 'EUR' });
      }
      const facts = await gateway.inquire({ about: 'attempt', attempt }, provider.now());
      expect(updatesIn(facts)).toMatchObject([{ status: 'paid', transaction: update.transaction }]);
    });

    test('each message in the provider’s list has the id that it was sent with', async ({ skip }) => {
      await provider.messages();
      const from = provider.now();
      const { attempt, update } = await paidPayment();
      const sent = (await provider.messages()).map((message) => gateway.readCallback(message, provider.now()));
      if (!gateway.listMessages) return skip();
      const listed = [];
      const span = { since: from, until: new Date(provider.now().getTime() + 1_000) };
      for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
        const page: Awaited<ReturnType<typeof gateway.listMessages>> = await gateway.listMessages(
          { ...span, after },
          provider.now(),
        );
        listed.push(...page.messages);
        after = page.next;
      }
      const ids = listed.map(({ eventId }) => eventId);
      for (const one of sent) if (one.ok && one.facts.length > 0) expect(ids).toContain(one.eventId);
      const reported = updatesIn(
        listed.flatMap(({ facts }) =>
          facts.filter((fact) => fact.about === 'attempt' && fact.attempt.reference === attempt.reference),
        ),
      );
      expect(reported).toContainEqual(expect.objectContaining({ status: 'paid', transaction: update.transaction }));
      const before = { since: new Date(0), until: new Date(from.getTime() - 60_000), after: null };
      const earlier = await gateway.listMessages(before, provider.now());
      expect(earlier.messages.map(({ eventId }) => eventId)).not.toContain(ids[0]);
    });

    test('an altered or unsigned message is refused or proves nothing', async () => {
      await provider.messages();
      await paidPayment();
      const [message] = await provider.messages();
      const altered = {
        ...message!,
        body: Buffer.from(message!.body.toString().replace(/\d/, (digit) => String((Number(digit) + 1) % 10))),
      };
      const unsigned = { ...message!, headers: { 'content-type': message!.headers['content-type'] ?? 'text/plain' } };
      for (const forged of [altered, unsigned]) {
        const reading = gateway.readCallback(forged, provider.now());
        if (provider.signs) expect(reading.ok).toBe(false);
        else expect(reading.ok ? reading.facts : []).toEqual([]);
      }
      for (const body of ['', '{', 'null', 'x'.repeat(100_000)]) {
        const reading = gateway.readCallback({ ...message!, body: Buffer.from(body) }, provider.now());
        expect(reading.ok ? [...reading.facts, ...reading.ask].length : 0).toBe(0);
      }
    });

    test('a payment that the provider does not know is unknown', async () => {
      expect(await gateway.status(attemptOf(requestOf(), null), provider.now())).toEqual({ status: 'unknown' });
    });

    test('a cancelled payment is not paid', async ({ skip }) => {
      const { cancels } = provider;
      if (!cancels) return skip();
      const { request, started, attempt } = await begin();
      await cancels(started, request);
      expect(['cancelled', 'open', 'declined']).toContain((await gateway.status(attempt, provider.now())).status);
      expect(await provider.taken(request.reference)).toBe(0);
    });

    test('an open payment is closed for good, or its page is shown again', async () => {
      const { request, started, attempt } = await begin();
      const closed = await gateway.close(attempt, provider.now());
      if (gateway.can.close) {
        expect(['expired', 'cancelled']).toContain(closed.status);
        await provider.pays(started, request).catch(() => {});
        expect(await provider.taken(request.reference)).toBe(0);
      } else {
        expect(['open', 'unknown']).toContain(closed.status);
        expect(await gateway.resume!(attempt, provider.now())).toEqual(started.action);
      }
    });

    test('a payment that was paid before it was closed is paid', async () => {
      const { request, started, attempt } = await begin();
      await provider.pays(started, request);
      expect(await gateway.close(attempt, provider.now())).toMatchObject({ status: 'paid', amount: AMOUNT });
      if (gateway.resume) expect(await gateway.resume(attempt, provider.now())).toBeNull();
    });

    test('pending money is processing until it arrives', async ({ skip }) => {
      const { paysLater, confirms } = provider;
      if (!paysLater || !confirms) return skip();
      const { request, started, attempt } = await begin();
      await paysLater(started, request);
      expect(await gateway.status(attempt, provider.now())).toEqual({ status: 'processing' });
      await confirms(started, request);
      expect(await gateway.status(attempt, provider.now())).toMatchObject({ status: 'paid', amount: AMOUNT });
    });

    test('one key makes one refund, and its state can be queried', async ({ skip }) => {
      if (gateway.can.refund === 'no') return skip();
      const paid = await paidPayment();
      const request = refundOf(paid, `refund-${paid.request.reference}`, gateway.can.refund === 'once' ? AMOUNT : 500);
      const first = await gateway.refund(request, provider.now());
      const again = await gateway.refund(request, provider.now());
      expect(again.refund).toBe(first.refund);
      expect(['pending', 'done']).toContain(first.update.status);
      expect(await provider.returned(paid.update.transaction)).toBe(request.amount);
      if (first.refund) await provider.refundArrives?.(first.refund);
      const known = { ...request, refund: first.refund, createdAt: provider.now() };
      expect(await gateway.refundStatus(known, provider.now())).toEqual({ status: 'done' });
      expect(await gateway.refundStatus({ ...known, refund: null }, provider.now())).toEqual({ status: 'done' });
    });

    test('a refund that the provider does not know never counts as done', async ({ skip }) => {
      if (gateway.can.refund === 'no') return skip();
      const paid = await paidPayment();
      const never = { ...refundOf(paid, 'never-asked', 100), refund: null, createdAt: provider.now() };
      const { status } = await gateway.refundStatus(never, provider.now());
      expect(status).toBe('unknown');
    });

    test('partial refunds never exceed the payment', async ({ skip }) => {
      if (gateway.can.refund !== 'parts') return skip();
      const paid = await paidPayment();
      await gateway.refund(refundOf(paid, `part-1-${paid.request.reference}`, AMOUNT - 100), provider.now());
      const tooMuch = await gateway.refund(refundOf(paid, `part-2-${paid.request.reference}`, 101), provider.now());
      expect(tooMuch.update.status).toBe('failed');
      expect(await provider.returned(paid.update.transaction)).toBe(AMOUNT - 100);
    });

    test('a refund that fails later has its key, and one that the operator made has none', async () => {
      const { refundFails, operatorRefunds } = provider;
      const paid = await paidPayment();
      if (refundFails && gateway.can.refund === 'parts') {
        const key = `fails-${paid.request.reference}`;
        const { refund } = await gateway.refund(refundOf(paid, key, 400), provider.now());
        await refundFails(refund!);
        const facts = await gateway.inquire({ about: 'attempt', attempt: paid.attempt }, provider.now());
        const reported = [...facts, ...(await readFacts(paid.attempt))].filter((fact) => fact.about === 'refund');
        expect(reported.some((fact) => fact.key === key && fact.update.status === 'failed')).toBe(true);
      }
      if (operatorRefunds) {
        await provider.messages();
        await operatorRefunds(paid.update.transaction, 300);
        const reported = (await readFacts(paid.attempt)).filter((fact) => fact.about === 'refund' && fact.key === null);
        expect(reported.length).toBeGreaterThan(0);
        expect(reported[0]).toMatchObject({ transaction: paid.update.transaction, amount: 300, currency: 'EUR' });
      }
    });

    test('a dispute and its end are reported with the payment’s transaction', async ({ skip }) => {
      const { payerDisputes, shopWinsDispute } = provider;
      if (!payerDisputes || !shopWinsDispute) return skip();
      const paid = await paidPayment();
      await provider.messages();
      await payerDisputes(paid.update.transaction, AMOUNT);
      const opened = (await readFacts(paid.attempt)).filter((fact) => fact.about === 'dispute');
      expect(opened.length).toBeGreaterThan(0);
      expect(opened[0]).toMatchObject({ transaction: paid.update.transaction, amount: AMOUNT, currency: 'EUR' });
      expect(['open', 'money_taken']).toContain(opened[0]!.state);
      await shopWinsDispute(paid.update.transaction);
      const ended = (await readFacts(paid.attempt)).filter((fact) => fact.about === 'dispute');
      expect(ended.at(-1)).toMatchObject({ id: opened[0]!.id, state: 'won' });
    });

    test('a saved card is charged once for one reference, and can be declined or require its owner', async ({
      skip,
    }) => {
      const { nextCharge } = provider;
      if (!gateway.can.charge || !nextCharge) return skip();
      const { request, method } = await payAndSaveCard();
      expect(method.id).not.toBe('');
      expect(method.label).not.toBe('');
      const charge = async (outcome: 'paid' | 'declined' | 'needs_customer', attempt: number) => {
        await nextCharge(outcome, method.id);
        const reference = `${request.reference}-${attempt}`;
        return gateway.charge!({ ...requestOf(), reference, method }, provider.now());
      };
      expect(await charge('paid', 2)).toMatchObject({ status: 'paid', amount: AMOUNT, currency: 'EUR' });
      const { reference } = { reference: `${request.reference}-2` };
      const again = await gateway.charge!({ ...requestOf(), reference, method }, provider.now());
      expect(again).toMatchObject({ status: 'paid' });
      expect(await provider.taken(reference)).toBe(AMOUNT);
      expect(await charge('declined', 3)).toMatchObject({ status: 'declined' });
      expect(await provider.taken(`${request.reference}-3`)).toBe(0);
      const wanted = await charge('needs_customer', 4);
      expect(['needs_customer', 'declined']).toContain(wanted.status);
      expect(await provider.taken(`${request.reference}-4`)).toBe(0);
    });

    test('a forgotten card is no longer charged', async ({ skip }) => {
      if (!gateway.can.charge || !gateway.forget) return skip();
      const { request, method } = await payAndSaveCard();
      await gateway.forget(method, provider.now());
      await gateway.forget(method, provider.now());
      const reference = `${request.reference}-2`;
      const outcome = await gateway.charge!({ ...requestOf(), reference, method }, provider.now()).catch(() => null);
      expect(outcome?.status ?? 'failed').not.toBe('paid');
      expect(await provider.taken(reference)).toBe(0);
    });

    test.for(['before', 'after'] as const)(
      'a start that fails %s its effect throws, and after another start the payment can be paid once',
      async (when, { skip }) => {
        if (!provider.failsNext) return skip();
        const request = requestOf();
        provider.failsNext(when);
        await expect(gateway.start(request, provider.now())).rejects.toThrow();
        const started = await gateway.start(request, provider.now());
        await provider.pays(started, request);
        expect(await provider.taken(request.reference)).toBe(AMOUNT);
      },
    );

    test.for(['before', 'after'] as const)(
      'a refund that fails %s its effect is requested again and made once',
      async (when, { skip }) => {
        if (!provider.failsNext || gateway.can.refund === 'no') return skip();
        const paid = await paidPayment();
        const amount = gateway.can.refund === 'once' ? AMOUNT : 700;
        const request = refundOf(paid, `again-${when}-${paid.request.reference}`, amount);
        provider.failsNext(when);
        const first = await gateway.refund(request, provider.now()).catch(() => null);
        // An adapter may find out by itself that the refund exists.
        if (first) expect(first.update.status).not.toBe('failed');
        await gateway.refund(request, provider.now());
        expect(await provider.returned(paid.update.transaction)).toBe(amount);
      },
    );
  });
}
