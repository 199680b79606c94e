import { setTimeout } from 'node:timers/promises'
import type { Core } from '../../src/core/app/index.ts'
import { checkRollups } from '../../src/core/features/analytics/check.ts'
import { recount } from '../../src/core/features/billing/recount.ts'
import type { Tenant } from './server.ts'

/** Checks that money and rollups equal a recount. Returns a sentence for each difference. */
export const finalChecks = async (core: Core, tenants: readonly Tenant[]): Promise<string[]> => {
  const wrong: string[] = []
  for (const organisationId of new Set(tenants.map((tenant) => tenant.organisationId))) {
    const { differences } = await core.services.store.read((rows) => recount(rows, organisationId))
    wrong.push(
      ...differences.map((difference) => `money of ${organisationId}: ${JSON.stringify(difference)}`),
    )
  }
  for (const tenant of tenants) wrong.push(...(await rollupsOf(core, tenant)))
  return wrong
}

/** Compares rollups with a recount, again for up to half a minute while running jobs disturb the recount. */
const rollupsOf = async (core: Core, { organisationId, mode }: Tenant): Promise<string[]> => {
  for (let attempt = 0; attempt < 60; attempt++) {
    const check = await checkRollups(core.services, { organisationId, mode }, { correct: false })
    if (check.outcome === 'equal') return []
    if (check.outcome === 'different') {
      return check.differences.map(
        (difference) => `rollups of ${organisationId}: ${JSON.stringify(difference)}`,
      )
    }
    await setTimeout(500)
  }
  return [`rollups of ${organisationId}, ${mode}: no count in half a minute was undisturbed`]
}
