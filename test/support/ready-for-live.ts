import { dutchSeller, flagsOfSeller, office } from '../../examples/support/organisation.ts'
import type { Services } from '../../src/core/engine/services.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'

/** Options of `seed` that enable live mail: the target of its codes. */
export const liveTarget = { trackingTargetUrl: 'https://example.com/flowers' }

/** The seller, as flags of `lettershop billing seller`: required for top-ups. */
export const sellerFlags = flagsOfSeller(dutchSeller)

/** A default return address: required to print live mail. */
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
