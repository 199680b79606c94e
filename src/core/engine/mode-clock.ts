import type { OrganisationRow } from '../model/organisations.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from './services.ts'

/** The current time of an organisation's test clock, in ms. */
export const testNow = async (services: Services, organisationId: string): Promise<number> => {
  const organisation = await services.store.read((rows) => rows.organisations.get(everyone, organisationId))
  return services.clock.now() + (organisation?.testClockOffsetMs ?? 0)
}

/** The current time of a mode's clock for an organisation, in ms. */
export const nowIn = (services: Services, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  shownAt(services.clock.now(), organisation, mode)

/** What a mode's clock shows at an instant of real time (both ms): for times that are stored in real time. */
export const shownAt = (real: number, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  real + (mode === 'test' ? organisation.testClockOffsetMs : 0)
