import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, described, fields, integer, named, namedObject } from '../../kernel/wire-schema.ts'
import { type CostKind, type CostRow, costKinds } from '../../model/catalogue.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { CostRate, CostRates, RunRemakeRow, RunRow, SpoiledPieces } from '../../model/runs.ts'
import { runStatus } from '../../model/wire-enums.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type Plex, pagesOnSheets, sheetsOf } from '../../template/sheet.ts'
import { currencyOf } from '../ledger/accounts.ts'
import { printerIdOf, printerRow } from '../printers/default-printer.ts'
import { specificationAt } from '../products/specifications.ts'

const lineKind = named(
  'RunCostKind',
  'Kind of cost. `SHEETS`: paper; `CLICKS`: printed sides, including empty ones that complete a sheet; `ENVELOPES`, `INSERTS`, `FINISHING`: per piece; `POSTAGE`: the carrier’s charge.',
  v.picklist([...costKinds, 'POSTAGE']),
)

const line = namedObject('RunCostLine', 'Quantity and cost of something that a run used.', {
  of: described(
    v.picklist(['SENT', 'SPOILED', 'REMADE']),
    '`SENT`: pieces that were sent or will be; `SPOILED`: pieces reported as damaged, misprinted or not handed over; `REMADE`: their replacements from the printer.',
  ),
  kind: described(lineKind, 'Kind of cost.'),
  name: described(
    v.nullable(v.string()),
    'Name of the stock, envelope, insert, finishing or postage product; for clicks, of the printer. Null for postage if the printer franks.',
  ),
  quantity: described(integer, 'Number of sheets, sides or pieces.'),
  centsPerThousand: described(v.nullable(integer), 'Cost of a thousand; null if unknown.'),
  amountCents: described(v.nullable(integer), 'Cost in cents, net of VAT; null if unknown.'),
})

export const runCostsSchema = namedObject('RunCosts', 'Production costs and revenue of a run.', {
  id: described(v.string(), 'Id of the run, `run_…`.'),
  isTest: fields.isTest,
  productSpecificationId: fields.productSpecificationId,
  cutoffAt: described(dateTime, 'When it closes (RFC 3339, UTC).'),
  organisationId: described(v.string(), 'Its organisation, `org_…`.'),
  organisationName: described(v.string(), 'Name of its organisation.'),
  status: described(runStatus, 'Status of the run.'),
  asIf: described(
    v.nullable(v.picklist(['TEST', 'OWN_MAIL'])),
    'Why its figures are hypothetical. `TEST`: nothing is printed or charged; `OWN_MAIL`: the organisation pays nothing, so revenue is computed from the price list. Null otherwise.',
  ),
  currency: fields.currency,
  ratesOf: described(
    v.nullable(dateTime),
    'When its costs were recorded, at hand-over to the printer (RFC 3339, UTC). Null before that, when current costs apply.',
  ),
  pieces: described(integer, 'Pieces of its package; 0 before rendering.'),
  sheets: described(integer, 'Printed sheets, including spoiled and remade pieces.'),
  sides: described(integer, 'Printed sides of these sheets.'),
  earnedCents: described(
    v.nullable(integer),
    'Prices of its pieces in cents, net of VAT and refunds. Null for runs rendered before version 0.3.0.',
  ),
  costCents: described(integer, 'Sum of the known costs in cents, net of VAT.'),
  marginCents: described(
    v.nullable(integer),
    'Revenue less known costs, in cents; null if revenue is unknown.',
  ),
  complete: described(v.boolean(), 'Whether all of its costs are known. If not, the true margin is smaller.'),
  lines: described(v.array(line), 'What was used, from paper to postage.'),
})
type RunCosts = v.InferOutput<typeof runCostsSchema>

interface Subject {
  kind: CostKind
  name: string
  by: ['stock' | 'printer' | 'insert' | 'finishing', string | null] | null
}

export const presentCosts = async (rows: Pick<Rows, 'costs'>): Promise<CostRow[]> =>
  (await rows.costs.find(everyone, {})).filter(({ archivedAt }) => archivedAt === null)

/** `at` is in ms of real time. */
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

/** Returns the most specific cost: by stock, printer, insert or finishing first. Catalogues have no ties. */
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

interface Quantities {
  pieces: number
  sheets: number
  sides: number
}

export interface RunWithCosts {
  run: RunRow
  organisation: Pick<OrganisationRow, 'billingMode' | 'name'>
  plex: Plex
  rates: CostRates
  remakes: readonly RunRemakeRow[]
  currency: string
}

type Line = RunCosts['lines'][number]

/** Every amount is rounded once, half up. */
const runCostsToWire = ({ run, organisation, plex, rates, remakes, currency }: RunWithCosts): RunCosts => {
  const drawn = drawnOf(run, plex)
  const spoiled: SpoiledPieces = run.spoiled ?? { pieces: 0, sheets: 0, sides: 0, priceCents: 0 }
  const remade = remadeQuantities(run, plex, remakes)
  const lines = [
    ...linesOf('SENT', less(drawn, spoiled), rates),
    ...linesOf('SPOILED', spoiled, rates),
    ...linesOf('REMADE', remade, rates),
  ]
  const costCents = lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const earned = revenueOf(run, spoiled)
  return {
    id: run.id,
    isTest: run.mode === 'test',
    productSpecificationId: run.specificationId,
    cutoffAt: toDateTime(run.cutoffAt),
    organisationId: run.organisationId,
    organisationName: organisation.name,
    status: run.status,
    asIf: run.mode === 'test' ? 'TEST' : organisation.billingMode === 'OWN_MAIL' ? 'OWN_MAIL' : null,
    currency,
    ratesOf: run.costRates === null ? null : toDateTime(rates.at),
    pieces: drawn.pieces,
    sheets: drawn.sheets + remade.sheets,
    sides: drawn.sides + remade.sides,
    earnedCents: earned,
    costCents,
    marginCents: earned === null ? null : earned - costCents,
    complete: lines.every(({ amountCents }) => amountCents !== null),
    lines,
  }
}

const drawnOf = ({ parts }: RunRow, plex: Plex): Quantities => {
  const sides = parts.reduce((sum, { pages }) => sum + pages, 0)
  return {
    pieces: parts.reduce((sum, { items }) => sum + items, 0),
    sheets: parts.reduce((sum, { pages }) => sum + sheetsOf(plex, pages), 0),
    sides,
  }
}

/** Counts only remakes that the printer has: others have used no paper. */
const remadeQuantities = (run: RunRow, plex: Plex, remakes: readonly RunRemakeRow[]): Quantities => {
  const printed = remakes.filter(({ status }) => status === 'HANDED_TO_PRINTER')
  const pieces = printed.reduce((sum, { itemIds }) => sum + itemIds.length, 0)
  const sides = printed.reduce((sum, one) => sum + (one.sides ?? sidesLike(run, one.itemIds.length)), 0)
  return { pieces, sheets: sheetsOf(plex, sides), sides }
}

/** Remakes of earlier versions have no page counts; theirs are assumed to match the run. */
const sidesLike = ({ parts }: RunRow, pieces: number): number => {
  const items = parts.reduce((sum, part) => sum + part.items, 0)
  const pages = parts.reduce((sum, part) => sum + part.pages, 0)
  return items === 0 ? 0 : Math.round((pages / items) * pieces)
}

const less = (drawn: Quantities, { pieces, sheets, sides }: Quantities): Quantities => ({
  pieces: drawn.pieces - pieces,
  sheets: drawn.sheets - sheets,
  sides: drawn.sides - sides,
})

/** Returns null if a part has no record of the prices of its items. */
const revenueOf = ({ parts }: RunRow, { priceCents }: SpoiledPieces): number | null =>
  parts.some((part) => part.priceCents === undefined)
    ? null
    : parts.reduce((sum, part) => sum + part.priceCents!, 0) - priceCents

/** Where consumption is unknown, assumes the higher figure: a spoiled piece used everything but postage. */
const linesOf = (of: Line['of'], quantities: Quantities, { rates, postage }: CostRates): Line[] => {
  if (quantities.pieces === 0) return []
  const byKind = { SHEETS: quantities.sheets, CLICKS: quantities.sides }
  const lines = rates.map(({ kind, name, centsPerThousand }): Line => {
    const quantity = kind === 'SHEETS' || kind === 'CLICKS' ? byKind[kind] : quantities.pieces
    return { of, kind, name, quantity, centsPerThousand, amountCents: amountOf(quantity, centsPerThousand) }
  })
  if (of !== 'SENT') return lines
  const perThousand = postage.costCents === null ? null : postage.costCents * 1000
  const amountCents = amountOf(quantities.pieces, perThousand)
  const { name } = postage
  return [
    ...lines,
    { of, kind: 'POSTAGE', name, quantity: quantities.pieces, centsPerThousand: perThousand, amountCents },
  ]
}

const amountOf = (quantity: number, centsPerThousand: number | null): number | null =>
  centsPerThousand === null ? null : Math.floor((quantity * centsPerThousand + 500) / 1000)

export const paperOf = (plex: Plex, pages: readonly number[]): Omit<Quantities, 'pieces'> => ({
  sides: pages.reduce((sum, one) => sum + pagesOnSheets(plex, one), 0),
  sheets: pages.reduce((sum, one) => sum + sheetsOf(plex, one), 0),
})

const remakesOf = async (rows: Rows, runs: readonly RunRow[]): Promise<(run: RunRow) => RunRemakeRow[]> => {
  const owners = { organisationIds: runs.map(({ organisationId }) => organisationId) }
  const found = await rows.runRemakes.find(owners, { runId: oneOf(runs.map(({ id }) => id)) })
  return ({ id }) => found.filter(({ runId }) => runId === id)
}

/** Returns a lookup of the runs' costs: as recorded at hand-over, or current ones before that. */
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
