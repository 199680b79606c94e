import * as v from 'valibot'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { rateLimitsInput } from './manage.ts'

const integer = v.pipe(v.number(), v.integer())

export const limitsSchema = namedObject('RateLimits', 'Requests a minute by rate class.', {
  /** What counts now, for every class. */
  rateLimits: v.record(v.string(), integer),
  /** The classes that an operator set; the others have their default. */
  overrides: v.record(v.string(), integer),
})

export const limitsPatch = namedStrictObject('RateLimitsUpdate', 'Rate limits to set or give back.', {
  rateLimits: rateLimitsInput,
})

export const limitsToWire = ({ rateLimits }: OrganisationRow) => ({
  rateLimits: { ...rateClasses, ...rateLimits } as Record<RateClass, number>,
  overrides: { ...rateLimits } as Record<string, number>,
})
