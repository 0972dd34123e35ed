/** What the audit log calls a person; it is kept for good, so never by name or address. */
export const nameInAudit = (customerId: number | null): string =>
  customerId === null ? 'holder without an account' : `customer ${customerId}`;
