export { type ImportedVoucher, importVouchers } from './import-vouchers-store.ts';
export { allVouchers, type ListedVoucher } from './operator-store.ts';
export { createVouchers, switchVoucher } from './operator-vouchers.ts';
export { addVoucherCalls } from './routes.ts';
export { countVoucherAttempt, uncountVoucherAttempt, type VoucherAttempt } from './voucher-attempts.ts';
export { miscountedVouchers } from './voucher-store.ts';
export {
  lockVoucher,
  releaseVoucherUse,
  reserveVouchers,
  takeVoucherUseAgain,
  takeVoucherUses,
} from './voucher-uses.ts';
