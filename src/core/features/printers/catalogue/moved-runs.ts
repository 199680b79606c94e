import type { CatalogueCheck } from '../../../engine/catalogue-part.ts'
import { oneOf } from '../../../kernel/query.ts'
import type { RunRow } from '../../../model/runs.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { catalogueChangeSentences } from '../../products/catalogue/sentences.ts'
import { type Asked, choiceAtHandOver, countriesOfPrinter, type Shop } from '../choice.ts'
import type { Known } from './shop-of-file.ts'

const { say } = catalogueChangeSentences

/** More are counted only. */
const named = 50

/** Runs that wait, and the most pages of their pieces where a printer counts them. */
export interface WaitingRuns {
  runs: readonly RunRow[]
  pages: ReadonlyMap<string, number>
}

/** Live runs whose printer is still looked for: before their hand-over has begun. */
export const waitingRuns = (rows: Rows): Promise<RunRow[]> =>
  rows.runs.find(everyone, {
    mode: 'live',
    status: oneOf(['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED']),
  })

/**
 * Says of every run that waits whether it would go to another printer than now, and of one that stays where it
 * is although the rules give some of its countries to another one.
 */
export function* tellMovedRuns(
  check: CatalogueCheck,
  { shop, specifications, runs, pages }: Known & WaitingRuns,
  next: Shop,
): Generator<void> {
  const byId = new Map([...specifications.values()].map((row) => [row.id, row]))
  let moved = 0
  for (const run of runs) {
    yield
    const specification = byId.get(run.specificationId)
    if (!specification) continue
    const most = pages.get(run.id)
    const goesTo = (to: Shop) => choiceAtHandOver(to, run, specification, most).printers[0]
    const [before, after] = [goesTo(shop), goesTo(next)]
    if (!before) continue
    const isKept = before.id === after?.id
    const lost = isKept ? lostCountries(run, { specification, pages: most }, shop, next) : []
    if (isKept && lost.length === 0) continue
    moved += 1
    if (moved > named) continue
    if (isKept) {
      const kept = { run: run.id, count: run.itemCount, printer: before.key, countries: lost.join(', ') }
      check.change(before.key, say('catalogue_change.run_keeps_printer', kept))
      continue
    }
    const said = { run: run.id, count: run.itemCount, before: before.key }
    check.change(
      after?.key ?? before.key,
      after
        ? say('catalogue_change.run_printer', { ...said, printer: after.key })
        : say('catalogue_change.run_waits', said),
    )
  }
  if (moved > named) check.change('', say('catalogue_change.more_runs', { count: moved - named }))
}

/** Countries that the rules no longer give to the printer of a run, though its items may go there. */
const lostCountries = (
  run: RunRow,
  { specification, pages }: Pick<Asked, 'specification' | 'pages'>,
  before: Shop,
  after: Shop,
): string[] => {
  if (run.printerChosenAt !== null) return []
  const kept = countriesOfPrinter(after, run, specification, pages)
  const had = countriesOfPrinter(before, run, specification, pages)
  return kept && had ? [...new Set(had)].filter((country) => !kept.includes(country)) : []
}
