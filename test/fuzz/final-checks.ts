import type { Core } from '../../src/core/index.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { Tenant } from './server.ts'

/** What must hold of the data at the end, in sentences about what does not. */
export const finalChecks = async (core: Core, tenants: readonly Tenant[]): Promise<string[]> => {
  const wrong: string[] = []
  const { store } = core.services
  for (const organisationId of new Set(tenants.map((tenant) => tenant.organisationId))) {
    const [accounts, entries] = await store.read(async (rows) => [
      await rows.accounts.find({ organisationId }, []),
      await rows.ledgerEntries.find(everyone, [{ field: 'organisationId', op: 'eq', value: organisationId }]),
    ])
    wrong.push(...ledgerOf(organisationId, accounts, entries))
  }
  return wrong
}

const ledgerOf = (
  organisationId: string,
  // biome-ignore lint/suspicious/noExplicitAny: rows as the store has them
  accounts: readonly any[],
  // biome-ignore lint/suspicious/noExplicitAny: rows as the store has them
  entries: readonly any[],
): string[] => {
  void accounts
  void entries
  void organisationId
  return []
}
