import { office } from '../../examples/support/sender.ts'
import type { Services } from '../../src/core/engine/services.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'

/** What `seed` is told so that live mail can go: where its codes lead. */
export const liveTarget = { trackingTargetUrl: 'https://example.com/flowers' }

/** A default return address, as people choose one: without it nothing live is printed. */
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
