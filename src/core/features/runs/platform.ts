import { oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { RunRow } from '../../model/runs.ts'
import type { RunStatus } from '../../model/runs-lifecycle.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { readShop, type Shop } from '../printers/choice.ts'
import { printerIdOf, type RunPrinter } from '../printers/default-printer.ts'
import { runToWire } from './run.ts'

/** The statuses of a run that waits for its printer, or went to one: of others no printer is told that was away. */
const concerningPrinters: ReadonlySet<RunStatus> = new Set<RunStatus>([
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
])

/** What the printer of a run is called, by files and by people. */
export const printerNamesOf = (
  printers: Shop['printers'],
  run: RunPrinter & Pick<RunRow, 'status' | 'awayPrinterId' | 'awaySince'>,
) => {
  const named = (id: string) => {
    const { key, name } = printers.get(id) ?? { key: id, name: id }
    return { printerKey: key, printerName: name }
  }
  const { awayPrinterId: printerId, awaySince } = run
  const away =
    printerId === null || awaySince === null || !concerningPrinters.has(run.status)
      ? null
      : { printerId, ...named(printerId), since: toDateTime(awaySince) }
  return { ...named(printerIdOf(run)), away }
}

/** How each of these runs is shown to the operator: whose it is, and why it waits in the program's own words. */
export const platformRunsToWire = async (rows: Rows, runs: readonly RunRow[]) => {
  const ids = [...new Set(runs.map(({ organisationId }) => organisationId))]
  const [organisations, { printers }] = await Promise.all([
    rows.organisations.find(everyone, { id: oneOf(ids) }),
    readShop(rows),
  ])
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return (run: RunRow) => ({
    ...runToWire(run),
    organisationId: run.organisationId,
    printerId: printerIdOf(run),
    ...printerNamesOf(printers, run),
    organisationName: names.get(run.organisationId) ?? run.organisationId,
    operatorReason: run.reason,
  })
}
