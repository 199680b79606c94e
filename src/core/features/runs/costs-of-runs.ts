import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
import type { CostRates, RunRow } from '../../model/runs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Plex } from '../../template/plex.ts'
import { currencyOf } from '../ledger/currency.ts'
import { specificationAt } from '../products/versions.ts'
import { costRatesOf, presentCosts } from './cost-rates.ts'
import { remakesOf, runCostsToWire } from './costs.ts'
import type { RunCosts } from './costs-schema.ts'

/**
 * What each of these runs costs and earns: by the costs that were noted with it, or by those of now while the
 * printer does not have it.
 */
export const costsOfRuns = async (
  services: Services,
  rows: Rows,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => RunCosts> => {
  const costs = await presentCosts(rows)
  const currency = await currencyOf(rows)
  const remakes = await remakesOf(rows, runs)
  const ids = [...new Set(runs.map(({ organisationId }) => organisationId))]
  const found = await rows.organisations.find(everyone, { id: oneOf(ids) })
  const organisations = new Map(found.map((row) => [row.id, row]))
  const facts = new Map<string, { plex: Plex; rates: CostRates }>()
  for (const run of runs) {
    const { specificationId, specificationVersion } = run
    const { sheet } = await specificationAt(services, rows, specificationId, specificationVersion)
    const rates = run.costRates ?? (await costRatesOf(services, rows, run, costs, services.clock.now()))
    facts.set(run.id, { plex: sheet.plex, rates })
  }
  return (run) => {
    const organisation = organisations.get(run.organisationId) ?? {
      name: run.organisationId,
      billingMode: 'PREPAID' as const,
    }
    return runCostsToWire({ run, organisation, remakes: remakes(run), currency, ...facts.get(run.id)! })
  }
}
