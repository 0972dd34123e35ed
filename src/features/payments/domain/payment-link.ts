/** The parts of the link with which anybody may open a payment. */
export interface PaymentLink {
  readonly order: string;
  readonly reference: string;
  readonly checksum: string;
}
