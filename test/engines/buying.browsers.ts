import { BOTH, givenShop, journey } from './journey.ts';
import { addTicket, buy, logIn } from './purchase.ts';

givenShop();

journey(
  'a visitor finds a ticket, logs in on the way to the checkout, pays and sees the order',
  BOTH,
  async (visitor) => {
    await visitor.goto('/');
    await visitor.press('link', /^Tickets$/);
    await visitor.untilPage(/^Tickets$/);
    await visitor.press('link', /^Festival Pass, four days$/);
    await visitor.untilPage(/^Festival Pass/);
    await addTicket(visitor);
    await visitor.press('link', /^Checkout$/);
    await visitor.untilPath(/^\/login\?from=%2Fcheckout/);
    await logIn(visitor);
    await buy(visitor);
    await visitor.press('link', /^View order$/);
    await visitor.untilPage(/ Order SLK-/);
    await visitor.press('link', /^Back to the portal$/);
    await visitor.untilPage(/^My orders$/);
  },
);
