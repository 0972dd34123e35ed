import { createHmac } from 'node:crypto';

/** Returns the message that the sandbox gateway sends when an attempt is paid, as an external gateway would. */
export function paidCallback(keyHex: string, attempt: string, amount: number) {
  const body = JSON.stringify({
    reference: attempt,
    status: 'paid',
    transaction: `bench_${attempt}`,
    amount,
    currency: 'EUR',
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', Buffer.from(keyHex, 'hex')).update(`${seconds}.`).update(body).digest('hex');
  return {
    path: '/payments/callback/sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body,
  };
}
