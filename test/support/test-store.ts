import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import type { Ports } from '../../src/core/engine/services.ts'

/**
 * The store of a test that does not choose one: in memory, or a file or a database of its own where vitest's
 * project of that name runs it (`vitest.config.ts`).
 */
export const openTestStore = async ({
  replay = true,
}: {
  replay?: boolean
}): Promise<Pick<Ports, 'store' | 'rateCounter'>> => {
  switch (process.env.LETTERSHOP_TEST_STORE) {
    case 'sqlite': {
      const { openTestFile } = await import('./sqlite/files.ts')
      return { store: await openTestFile() }
    }
    case 'postgres': {
      const { openTestDatabase } = await import('./postgres/database.ts')
      const store = await openTestDatabase()
      return { store, rateCounter: store.rateCounter }
    }
    default:
      return { store: createMemoryStore({ replay }) }
  }
}
