export { addInboxCalls } from './office-inbox.ts';
export { sendWebhooks } from './send-webhooks.ts';
export { tellOperator } from './tell-operator.ts';
export { givenUpWebhooks } from './webhook-store.ts';
