export { addInboxCalls } from './office-inbox.ts';
export { tellOperator } from './tell-operator.ts';
