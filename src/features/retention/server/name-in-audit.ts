/** How the audit log identifies a person. The log is kept for good, so it never has a name or address. */
export const nameInAudit = (customerId: number | null): string =>
  customerId === null ? 'holder without an account' : `customer ${customerId}`;
