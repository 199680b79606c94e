import { printerIdOf } from '../../../src/core/features/printers/default-printer.ts'
import type { RunRemakeRow } from '../../../src/core/model/runs.ts'
import { runOfHandOver } from '../../../src/core/model/runs.ts'
import type { Printing } from '../history.ts'
import { type FinalState, groupBy } from './final-state.ts'

/** Printings by run or remake, without removed output. */
const packagesOf = ({ history }: FinalState): Map<string, Printing[]> =>
  groupBy(
    history.printings.filter(({ isThrownAway }) => !isThrownAway),
    ({ runId }) => runId,
  )

/** A run and its remakes are at the printer that the run's row names, unless reported as not printed. */
const runsHaveOnePrinter = (state: FinalState): string[] => {
  const runs = new Map(state.runs.map((run) => [run.id, run]))
  return [...packagesOf(state)].flatMap(([id, printings]) => {
    if (state.history.reportedAbsent.has(id)) return []
    const run = runs.get(runOfHandOver(id))
    if (!run) return [`${id} was printed and belongs to no run`]
    // Printers of rows are named `<mode>|<id>`, and the configured one by its mode.
    const own = [`${run.mode}|${printerIdOf(run)}`, run.mode]
    const printers = [...new Set(printings.map(({ printer }) => printer))]
    if (printers.length > 1) return [`${id} was printed at ${printers.join(' and ')}`]
    return own.includes(printers[0]!) ? [] : [`${id} was printed at ${printers[0]} and says ${own[0]}`]
  })
}

/** A handed-over remake was printed once, with its pieces in order; no other remake was printed. */
const remakesArePrintedOnce = (state: FinalState): string[] => {
  const packages = packagesOf(state)
  const wrong = state.runRemakes.flatMap((remake) => {
    const printings = packages.get(remake.id) ?? []
    const times = new Set(printings.map(({ attempt }) => attempt)).size
    if (remake.status !== 'HANDED_TO_PRINTER' && times > 0)
      return [`${remake.id} is ${remake.status} and was printed`]
    if (remake.status === 'HANDED_TO_PRINTER' && times === 0) return [`${remake.id} was never printed`]
    if (times !== printings.length || times > 1) {
      const isReported = state.history.reportedAbsent.has(remake.id)
      if (!isReported) return [`${remake.id} was printed ${printings.length} times`]
    }
    return printings.flatMap((printing) => differences(remake, printing))
  })
  const known = new Set(state.runRemakes.map(({ id }) => id))
  const unknown = [...packages.keys()].filter((id) => id !== runOfHandOver(id) && !known.has(id))
  return [...wrong, ...unknown.map((id) => `${id} was printed without a request`), ...repeated(state)]
}

const differences = ({ id, itemIds, sequences }: RunRemakeRow, printing: Printing): string[] =>
  itemIds.join() === printing.itemIds.join() && sequences.join() === printing.sequences.join()
    ? []
    : [`${id} of ${sequences} holds ${printing.sequences}`]

/** A piece is in a second remake only on request. */
const repeated = ({ runRemakes, history }: FinalState): string[] => {
  const before = new Set<string>()
  const inOrder = runRemakes.toSorted((a, b) => a.number - b.number)
  return inOrder.flatMap(({ id, itemIds, reason }) => {
    const isRequested = history.remakeAsks.get(reason ?? '') === true
    const twice = itemIds.filter((itemId) => before.has(itemId))
    for (const itemId of itemIds) before.add(itemId)
    return isRequested ? [] : twice.map((itemId) => `${id} has ${itemId} again without a request`)
  })
}

/** No remake waits forever. */
const remakesEnd = ({ runRemakes }: FinalState): string[] =>
  runRemakes.flatMap(({ id, status, waitReason, uncertain }) =>
    ['HANDED_TO_PRINTER', 'FAILED'].includes(status)
      ? []
      : [`${id} stays ${status}${uncertain ? ', uncertain' : ''}: ${waitReason}`],
  )

export const printers = {
  'a run goes to one printer': runsHaveOnePrinter,
  'a remake is printed once, as requested': remakesArePrintedOnce,
  'remakes end': remakesEnd,
}
