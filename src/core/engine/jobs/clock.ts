import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone } from '../../ports/store.ts'
import type { Services } from '../services.ts'

/** The organisation's test clock as it stands. */
export const testNow = async (services: Services, organisationId: string): Promise<number> => {
  const organisation = await services.store.read((rows) => rows.organisations.get(everyone, organisationId))
  return services.clock.now() + (organisation?.testClockOffsetMs ?? 0)
}

/** What a mode's clock shows for an organisation. */
export const nowIn = (services: Services, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  shownAt(services.clock.now(), organisation, mode)

/** What it shows at an instant of real time: files are kept by that one, and told of beside dates of this one. */
export const shownAt = (real: number, organisation: OrganisationRow, mode: 'live' | 'test'): number =>
  real + (mode === 'test' ? organisation.testClockOffsetMs : 0)
