import * as v from 'valibot'
import { operatorActor } from '../../engine/audit/actor.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import { described, integer, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { patchOrganisation, unknown } from './manage.ts'

export const rateLimitsInput = v.strictObject(
  v.entriesFromList(
    Object.keys(rateClasses) as RateClass[],
    described(
      v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))),
      'Requests per minute; null restores the default of the class.',
    ),
  ),
)

export type RateLimits = Partial<Record<RateClass, number | null | undefined>>

/** Sets the requests per minute of the named rate classes; null restores a default. Throws 404 and 422. */
export const setRateLimits = async (
  services: Services,
  id: string,
  limits: RateLimits,
): Promise<OrganisationRow> => {
  const named = parse(rateLimitsInput, limits, 'body')
  return transact(services, ({ rows }) => changeRateLimits(services, rows, id, named), operatorActor)
}

export const changeRateLimits = async (
  services: Services,
  rows: WritableRows,
  id: string,
  limits: RateLimits,
): Promise<OrganisationRow> => {
  const organisation = (await rows.organisations.get(everyone, id)) ?? unknown(id)
  const rateLimits = Object.fromEntries(
    Object.entries({ ...organisation.rateLimits, ...limits }).filter(([, limit]) => limit != null),
  ) as Partial<Record<RateClass, number>>
  return patchOrganisation(services, rows, organisation, { rateLimits })
}

export const limitsSchema = namedObject('RateLimits', 'Requests per minute by rate class.', {
  rateLimits: described(v.record(v.string(), integer), 'Effective requests per minute of every class.'),
  overrides: described(
    v.record(v.string(), integer),
    'Requests per minute of the classes that an operator set; the others have their default.',
  ),
})

export const limitsPatch = namedStrictObject('RateLimitsUpdate', 'Changes to rate limits.', {
  rateLimits: described(
    rateLimitsInput,
    'Requests per minute by class; null restores the default of a class.',
  ),
})

export const limitsToWire = ({ rateLimits }: OrganisationRow) => ({
  rateLimits: { ...rateClasses, ...rateLimits } as Record<RateClass, number>,
  overrides: { ...rateLimits } as Record<string, number>,
})
