export { dropWebhooks, retryMessage, retryWebhooks, settleMessage } from './given-up.ts';
export { hiddenMailKinds } from './hidden-mail-kinds.ts';
export { notifyOperator } from './notify-operator.ts';
export { addGivenUpCalls } from './office-given-up.ts';
export { addInboxCalls } from './office-inbox.ts';
export { sendWebhooks } from './send-webhooks.ts';
export { givenUpWebhooks } from './webhook-store.ts';
