import * as v from 'valibot'
import { type RateClass, rateClasses } from '../../kernel/rate-limit-classes.ts'
import { integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { rateLimitsInput } from './manage.ts'

export const limitsSchema = namedObject('RateLimits', 'Requests a minute by rate class.', {
  rateLimits: described(v.record(v.string(), integer), 'Requests a minute that count now, for every class.'),
  overrides: described(
    v.record(v.string(), integer),
    'Requests a minute of the classes that an operator set; the others have their default.',
  ),
})

export const limitsPatch = namedStrictObject('RateLimitsUpdate', 'Rate limits to set or give back.', {
  rateLimits: described(rateLimitsInput, 'Requests a minute by class; null gives a class its default back.'),
})

export const limitsToWire = ({ rateLimits }: OrganisationRow) => ({
  rateLimits: { ...rateClasses, ...rateLimits } as Record<RateClass, number>,
  overrides: { ...rateLimits } as Record<string, number>,
})
