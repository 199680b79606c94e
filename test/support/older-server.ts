import { everyone } from '../../src/core/ports/store.ts'
import type { TestShop } from './shop.ts'

/**
 * Leaves the rows of all organisations as a server of 0.2.0 writes them: with the keys of version 1 alone. Returns
 * how many entries, items and pictures that are.
 */
export const asWrittenBefore = ({ services }: TestShop): Promise<number> =>
  services.store.write(async (rows) => {
    let count = 0
    for (const { id: organisationId } of await rows.organisations.find(everyone, {})) {
      const none = { addressKeyV2: null, keyedAt: null }
      const of = { organisationId }
      count += await rows.suppressions.updateWhere(of, {}, { ...none, matchKeyV2: null })
      count += await rows.items.updateWhere(of, {}, { ...none, duplicateKeyV2: null })
      count += await rows.renders.updateWhere(of, {}, { addressKeyV2: null })
    }
    return count
  })

/** How many rows have no keys of version 2. */
export const withoutKeys = ({ services }: TestShop): Promise<number> =>
  services.store.read(async (rows) => {
    let count = 0
    for (const { id: organisationId } of await rows.organisations.find(everyone, {})) {
      const of = { organisationId }
      count += (await rows.suppressions.find(of, { matchKeyV2: null })).length
      count += (await rows.items.find(of, { addressKeyV2: null })).length
      count += (await rows.renders.find(of, { addressKeyV2: null })).length
    }
    return count
  })
