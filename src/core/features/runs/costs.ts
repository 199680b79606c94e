import { oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { RunRemakeRow } from '../../model/run-remakes.ts'
import type { CostRates, RunRow, SpoiledPieces } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'
import { type Plex, pagesOnSheets, sheetsOf } from '../../template/plex.ts'
import type { RunCosts } from './costs-schema.ts'

/** What was made of paper. */
interface Made {
  pieces: number
  sheets: number
  sides: number
}

/** What a run was printed on, and what is known besides it. */
export interface Counted {
  run: RunRow
  organisation: Pick<OrganisationRow, 'billingMode' | 'name'>
  plex: Plex
  rates: CostRates
  remakes: readonly RunRemakeRow[]
  currency: string
}

type Line = RunCosts['lines'][number]

/** What a run costs the shop beside what it earns. Every amount is rounded once, half up. */
export const runCostsToWire = ({ run, organisation, plex, rates, remakes, currency }: Counted): RunCosts => {
  const drawn = drawnOf(run, plex)
  const spoiled: SpoiledPieces = run.spoiled ?? { pieces: 0, sheets: 0, sides: 0, priceCents: 0 }
  const remade = remadeOf(run, plex, remakes)
  const lines = [
    ...linesOf('SENT', less(drawn, spoiled), rates),
    ...linesOf('SPOILED', spoiled, rates),
    ...linesOf('REMADE', remade, rates),
  ]
  const costCents = lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const earned = earnedOf(run, spoiled)
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

const drawnOf = ({ parts }: RunRow, plex: Plex): Made => {
  const sides = parts.reduce((sum, { pages }) => sum + pages, 0)
  return {
    pieces: parts.reduce((sum, { items }) => sum + items, 0),
    sheets: parts.reduce((sum, { pages }) => sum + sheetsOf(plex, pages), 0),
    sides,
  }
}

/** Remakes that the printer has; what waits or was given up used no paper. */
const remadeOf = (run: RunRow, plex: Plex, remakes: readonly RunRemakeRow[]): Made => {
  const printed = remakes.filter(({ status }) => status === 'HANDED_TO_PRINTER')
  const pieces = printed.reduce((sum, { itemIds }) => sum + itemIds.length, 0)
  const sides = printed.reduce((sum, one) => sum + (one.sides ?? sidesLike(run, one.itemIds.length)), 0)
  return { pieces, sheets: sheetsOf(plex, sides), sides }
}

/** Remakes of earlier versions say no pages: theirs are like those of the run. */
const sidesLike = ({ parts }: RunRow, pieces: number): number => {
  const items = parts.reduce((sum, part) => sum + part.items, 0)
  const pages = parts.reduce((sum, part) => sum + part.pages, 0)
  return items === 0 ? 0 : Math.round((pages / items) * pieces)
}

const less = (drawn: Made, { pieces, sheets, sides }: Made): Made => ({
  pieces: drawn.pieces - pieces,
  sheets: drawn.sheets - sheets,
  sides: drawn.sides - sides,
})

/** Null where a part does not say what its items were sold for. */
const earnedOf = ({ parts }: RunRow, { priceCents }: SpoiledPieces): number | null =>
  parts.some((part) => part.priceCents === undefined)
    ? null
    : parts.reduce((sum, part) => sum + part.priceCents!, 0) - priceCents

/** Where paper does not say what was used up, the higher figure is taken: a spoiled piece took all but postage. */
const linesOf = (of: Line['of'], made: Made, { rates, postage }: CostRates): Line[] => {
  if (made.pieces === 0) return []
  const quantities = { SHEETS: made.sheets, CLICKS: made.sides }
  const lines = rates.map(({ kind, name, centsPerThousand }): Line => {
    const quantity = kind === 'SHEETS' || kind === 'CLICKS' ? quantities[kind] : made.pieces
    return { of, kind, name, quantity, centsPerThousand, amountCents: amountOf(quantity, centsPerThousand) }
  })
  if (of !== 'SENT') return lines
  const perThousand = postage.costCents === null ? null : postage.costCents * 1000
  const amountCents = amountOf(made.pieces, perThousand)
  const { name } = postage
  return [
    ...lines,
    { of, kind: 'POSTAGE', name, quantity: made.pieces, centsPerThousand: perThousand, amountCents },
  ]
}

const amountOf = (quantity: number, centsPerThousand: number | null): number | null =>
  centsPerThousand === null ? null : Math.floor((quantity * centsPerThousand + 500) / 1000)

/** What pieces of these pages took of paper. */
export const paperOf = (plex: Plex, pages: readonly number[]): Omit<Made, 'pieces'> => ({
  sides: pages.reduce((sum, one) => sum + pagesOnSheets(plex, one), 0),
  sheets: pages.reduce((sum, one) => sum + sheetsOf(plex, one), 0),
})

/** The remakes of runs. */
export const remakesOf = async (
  rows: Rows,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => RunRemakeRow[]> => {
  const owners = { organisationIds: runs.map(({ organisationId }) => organisationId) }
  const found = await rows.runRemakes.find(owners, { runId: oneOf(runs.map(({ id }) => id)) })
  return ({ id }) => found.filter(({ runId }) => runId === id)
}
