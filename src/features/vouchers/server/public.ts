export { type ImportedVoucher, importVouchers } from './import-vouchers-store.ts';
export { allVouchers, type ListedVoucher } from './operator-store.ts';
export { createVouchers, switchVoucher } from './operator-vouchers.ts';
export { addVoucherCalls } from './routes.ts';
export { miscountedVouchers } from './voucher-store.ts';
export { countVoucherTry, takeBackVoucherTry, type VoucherTry } from './voucher-tries.ts';
export {
  giveBackVoucherUse,
  lockVoucher,
  reserveVoucher,
  takeVoucherUse,
  takeVoucherUseAgain,
} from './voucher-uses.ts';
