/** Money is whole cents (docs/interface.md#conventions). VAT rounds half up on the total of a rate, once. */
export const vatOf = (netCents: number, ratePercent: number): number =>
  Math.floor((netCents * ratePercent + 50) / 100)

/** `1234567` → `12,345.67`, for messages and paper. */
export const formatCents = (cents: number): string => {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const whole = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${whole}.${String(absolute % 100).padStart(2, '0')}`
}

/** The most one amount may be: a hundred million units, far under what integers hold exactly. */
export const maxAmountCents = 10_000_000_000

/** The most an account may hold: VAT of it and sums with it stay exact. */
export const maxBalanceCents = 100_000_000_000_000
