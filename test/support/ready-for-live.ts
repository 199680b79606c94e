import { dutchSeller, flagsOfSeller, office } from '../../examples/support/organisation.ts'
import type { Services } from '../../src/core/engine/services.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'

/** The options of `seed` with which live mail can be sent: the URL that its codes lead to. */
export const liveTarget = { trackingTargetUrl: 'https://example.com/flowers' }

/** Who invoices, as flags of `lettershop billing seller`: nothing is topped up before. */
export const sellerFlags = flagsOfSeller(dutchSeller)

/** A default return address: without it nothing live is printed. */
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
