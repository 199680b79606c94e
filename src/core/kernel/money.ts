/** Returns whole cents, rounded half up once for the total of a rate (docs/api-rules.md#conventions). */
export const vatOf = (netCents: number, ratePercent: number): number =>
  Math.floor((netCents * ratePercent + 50) / 100)

/** `1234567` → `12,345.67`. */
export const formatCents = (cents: number): string => {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const whole = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${whole}.${String(absolute % 100).padStart(2, '0')}`
}

/** A hundred million units, far below the largest exact integer. */
export const maxAmountCents = 10_000_000_000

/** Sums and VAT are still exact. */
export const maxBalanceCents = 100_000_000_000_000
