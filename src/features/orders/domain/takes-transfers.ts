interface TransferSwitches {
  readonly shopPaymentBankTransfer: boolean;
  readonly shopPaymentBankTransferCountries: readonly string[];
}

/** Whether the shop takes bank transfers from a billing country. */
export const takesTransfers = (country: string, switches: TransferSwitches): boolean =>
  switches.shopPaymentBankTransfer && switches.shopPaymentBankTransferCountries.includes(country);
