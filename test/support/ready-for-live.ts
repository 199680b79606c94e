import { dutchSeller, flagsOfSeller, office } from '../../examples/support/organisation.ts'
import type { Services } from '../../src/core/engine/services.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'

/** Options of `seedOrganisation` that enable live mail: the target URL of the tracking codes. */
export const liveTarget = { trackingTargetUrl: 'https://example.com/flowers' }

/** Flags of `lettershop billing seller` that name the seller, which top-ups require. */
export const sellerFlags = flagsOfSeller(dutchSeller)

/** Adds a default return address, which printing live mail requires. */
export const giveReturnAddress = async (
  { store, ids, clock }: Pick<Services, 'store' | 'ids' | 'clock'>,
  { id: organisationId, name }: Pick<OrganisationRow, 'id' | 'name'>,
): Promise<void> => {
  const now = clock.now()
  const row = {
    id: ids.next('ret'),
    organisationId,
    name: 'Office',
    address: { ...office, companyName: name },
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  }
  await store.write((rows) => rows.returnAddresses.insert(row))
}
