import type { OrganisationRow } from '../model/organisations.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from './services.ts'

/** Returns the time of the organisation's test clock, in ms. */
export const testNow = async (services: Services, organisationId: string): Promise<number> => {
  const organisation = await services.store.read((rows) => rows.organisations.get(everyone, organisationId))
  return services.clock.now() + (organisation?.testClockOffsetMs ?? 0)
}

/** Returns the current time in the mode, in ms. */
export const nowIn = (services: Services, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  shownAt(services.clock.now(), organisation, mode)

/** Converts real time to the time of the mode, both in ms. */
export const shownAt = (real: number, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  real + (mode === 'test' ? organisation.testClockOffsetMs : 0)
