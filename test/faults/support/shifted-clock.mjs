// Loaded before a server to shift its machine's clock by CLOCK_OFF_MS.
const off = Number(process.env.CLOCK_OFF_MS ?? 0);
const RealDate = Date;
globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + off);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + off;
  }
};
