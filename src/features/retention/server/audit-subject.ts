/** Identifies a person in the audit log, which is kept forever and so never contains a name or address. */
export const auditSubjectOf = (customerId: number | null): string =>
  customerId === null ? 'holder without an account' : `customer ${customerId}`;
