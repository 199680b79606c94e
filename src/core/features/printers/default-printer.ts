import { isNull } from '../../kernel/query.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone, type Rows, type Store, UniqueViolation, type WritableRows } from '../../ports/store.ts'
import { destinationOf } from './secret.ts'

/** The printer of the server's own settings, the same on every instance. */
export const defaultPrinterId = 'prn_01JGFJJZ00DEFAVTPRNTER0001'

/** What files call it. */
export const defaultPrinterKey = 'default'

const since = Date.parse('2025-01-01T00:00:00Z')

const defaultPrinter: PrinterRow = {
  id: defaultPrinterId,
  key: defaultPrinterKey,
  name: 'The folder of the server’s settings',
  kind: 'FOLDER',
  settings: { folder: null },
  secret: null,
  secretFor: null,
  secretReference: null,
  capabilities: {},
  status: 'ACTIVE',
  health: null,
  revision: 1,
  createdAt: since,
  updatedAt: since,
}

/** What of a run says where it goes. */
export type RunPrinter = Pick<RunRow, 'printerId' | 'givenPrinterId'>

/**
 * Where a run goes: to the printer that it was given, else to the one that it was made for. Runs say null for
 * the default one, as all of before there were others do.
 */
export const printerIdOf = ({ printerId, givenPrinterId }: RunPrinter): string =>
  givenPrinterId ?? printerId ?? defaultPrinterId

/** The printers with the default one, also where no start has written its row. */
export const withDefault = (rows: PrinterRow[]): PrinterRow[] =>
  rows.some(({ id }) => id === defaultPrinterId) ? rows : [defaultPrinter, ...rows]

export const printerRow = async (rows: Pick<Rows, 'printers'>, id: string): Promise<PrinterRow | undefined> =>
  (await rows.printers.get(everyone, id)) ?? (id === defaultPrinterId ? defaultPrinter : undefined)

/** Writes the row of the default printer where there is none, so that it can be changed. */
export const keepDefault = async (rows: Pick<WritableRows, 'printers'>): Promise<void> => {
  if (!(await rows.printers.get(everyone, defaultPrinterId))) await rows.printers.insert(defaultPrinter)
}

/** For the start of a server. Two that start at once write it once. */
export const installPrinters = async ({ store }: { store: Pick<Store, 'read' | 'write'> }): Promise<void> => {
  const rows = await store.read((rows) => rows.printers.find(everyone, {}))
  if (rows.some(({ secret, secretFor }) => secret !== null && secretFor === null)) {
    await store.write(noteDestinations)
  }
  if (rows.some(({ id }) => id === defaultPrinterId)) return
  await store.write(keepDefault).catch((error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error
  })
}

/** Secrets that an earlier version sealed are for the destinations that the printers have now. */
const noteDestinations = async (rows: WritableRows): Promise<void> => {
  for (const printer of await rows.printers.find(everyone, { secretFor: isNull }, { lock: 'wait' })) {
    if (printer.secret === null) continue
    await rows.printers.update(everyone, printer.id, { secretFor: destinationOf(printer) })
  }
}
