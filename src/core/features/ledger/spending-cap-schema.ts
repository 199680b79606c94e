import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'

/** A spending cap: cents, or null for none. */
export const spendingCap = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAmountCents)),
)
