import type { Services } from '../../engine/services.ts'
import type { CostKind, CostRow } from '../../model/catalogue.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { CostRate, CostRates, RunRow } from '../../model/runs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { printerIdOf, printerRow } from '../printers/default-printer.ts'
import { specificationAt } from '../products/versions.ts'

/** What a piece is made of that may cost something, as the columns of costs name it. */
interface Subject {
  kind: CostKind
  name: string
  /** The column of its kind, and what stands there; null where the kind has none. */
  by: ['stock' | 'printer' | 'insert' | 'finishing', string | null] | null
}

/** The costs that count, of which no archived one does. */
export const presentCosts = async (rows: Pick<Rows, 'costs'>): Promise<CostRow[]> =>
  (await rows.costs.find(everyone, {})).filter(({ archivedAt }) => archivedAt === null)

/** What the pieces of a run cost at its printer, by the costs that are said. `at` in ms of real time. */
export const costRatesOf = async (
  services: Services,
  rows: Rows,
  run: RunRow,
  costs: readonly CostRow[],
  at: number,
): Promise<CostRates> => {
  const specification = await specificationAt(services, rows, run.specificationId, run.specificationVersion)
  const printer = await printerRow(rows, printerIdOf(run))
  const subjects = subjectsOf(specification, printer ?? { key: null, name: run.partner ?? '-' })
  const postage = specification.details?.postage
  return {
    at,
    rates: subjects.map((subject): CostRate => {
      const cost = costOf(costs, specification.key, subject)
      return { kind: subject.kind, name: subject.name, centsPerThousand: cost?.centsPerThousand ?? null }
    }),
    postage: {
      name: postage ? `${postage.carrier}, ${postage.name}` : null,
      costCents: postage?.costCents ?? null,
    },
  }
}

const subjectsOf = (
  { paper, envelope, details }: SpecificationRow,
  printer: { key: string | null; name: string },
): Subject[] => [
  { kind: 'SHEETS', name: paper.name, by: ['stock', details?.stock?.key ?? null] },
  { kind: 'CLICKS', name: printer.name, by: ['printer', printer.key] },
  ...(envelope ? [{ kind: 'ENVELOPES', name: envelope.name, by: null } satisfies Subject] : []),
  ...(details?.inserts ?? []).map(
    ({ key, name }): Subject => ({ kind: 'INSERTS', name, by: ['insert', key] }),
  ),
  ...(details?.finishing ?? []).map(
    (name): Subject => ({ kind: 'FINISHING', name, by: ['finishing', name] }),
  ),
]

/**
 * Of the costs that a piece comes under, the one that names more: its stock, printer, insert or finishing before
 * its specification. A check lets no two say the same.
 */
const costOf = (
  costs: readonly CostRow[],
  specification: string | null,
  { kind, by }: Subject,
): CostRow | undefined => {
  let [best, most]: [CostRow | undefined, number] = [undefined, -1]
  for (const cost of costs) {
    if (cost.kind !== kind) continue
    const own = by === null ? null : cost[by[0]]
    if (cost.specification !== null && cost.specification !== specification) continue
    if (own !== null && own !== by?.[1]) continue
    const weight = (own === null ? 0 : 2) + (cost.specification === null ? 0 : 1)
    if (weight > most) [best, most] = [cost, weight]
  }
  return best
}
