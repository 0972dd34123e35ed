export { dropWebhooks, retryMessage, retryWebhooks, settleMessage } from './given-up.ts';
export { addGivenUpCalls } from './office-given-up.ts';
export { addInboxCalls } from './office-inbox.ts';
export { sendWebhooks } from './send-webhooks.ts';
export { tellOperator } from './tell-operator.ts';
export { givenUpWebhooks } from './webhook-store.ts';
