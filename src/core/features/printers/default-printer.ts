import { isNull } from '../../kernel/query.ts'
import type { PrinterRow } from '../../model/printers.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone, type Rows, type Store, UniqueViolation, type WritableRows } from '../../ports/store.ts'
import { destinationOf } from './secret.ts'

/** The printer of the server's settings has the same id on every instance. */
export const defaultPrinterId = 'prn_01JGFJJZ00DEFAVTPRNTER0001'

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

/** The fields of a run that determine its printer. */
export type RunPrinter = Pick<RunRow, 'printerId' | 'givenPrinterId'>

/** Null in both columns means the default printer. */
export const printerIdOf = ({ printerId, givenPrinterId }: RunPrinter): string =>
  givenPrinterId ?? printerId ?? defaultPrinterId

/** Adds the default printer if its row does not exist yet. */
export const withDefaultPrinter = (rows: PrinterRow[]): PrinterRow[] =>
  rows.some(({ id }) => id === defaultPrinterId) ? rows : [defaultPrinter, ...rows]

export const printerRow = async (rows: Pick<Rows, 'printers'>, id: string): Promise<PrinterRow | undefined> =>
  (await rows.printers.get(everyone, id)) ?? (id === defaultPrinterId ? defaultPrinter : undefined)

/** The default printer can be changed only once it has a row. */
export const ensureDefaultPrinter = async (rows: Pick<WritableRows, 'printers'>): Promise<void> => {
  if (!(await rows.printers.get(everyone, defaultPrinterId))) await rows.printers.insert(defaultPrinter)
}

/** Inserts the default printer if it is missing. Safe if two servers start at once. */
export const installPrinters = async ({ store }: { store: Pick<Store, 'read' | 'write'> }): Promise<void> => {
  const rows = await store.read((rows) => rows.printers.find(everyone, {}))
  if (rows.some(({ secret, secretFor }) => secret !== null && secretFor === null)) {
    await store.write(recordDestinations)
  }
  if (rows.some(({ id }) => id === defaultPrinterId)) return
  await store.write(ensureDefaultPrinter).catch((error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error
  })
}

/** Binds secrets that an earlier version sealed to their printers' current destinations. */
const recordDestinations = async (rows: WritableRows): Promise<void> => {
  for (const printer of await rows.printers.find(everyone, { secretFor: isNull }, { lock: 'wait' })) {
    if (printer.secret === null) continue
    await rows.printers.update(everyone, printer.id, { secretFor: destinationOf(printer) })
  }
}
