import * as v from 'valibot'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { rateLimitsInput } from './manage.ts'

const integer = v.pipe(v.number(), v.integer())

/** Requests a minute by rate class. */
export const limitsSchema = v.object({
  /** What counts now, for every class. */
  rateLimits: v.record(v.string(), integer),
  /** The classes that an operator set; the others have their default. */
  overrides: v.record(v.string(), integer),
})

export const limitsPatch = v.strictObject({ rateLimits: rateLimitsInput })

export const limitsToWire = ({ rateLimits }: OrganisationRow) => ({
  rateLimits: { ...rateClasses, ...rateLimits } as Record<RateClass, number>,
  overrides: { ...rateLimits } as Record<string, number>,
})
