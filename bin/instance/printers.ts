import { join } from 'node:path'
import { createHandOverJournal } from '../../src/adapters/print-folder/journal.ts'
import { createFolderPartner, type FolderPartner } from '../../src/adapters/print-folder/partner.ts'
import {
  type FolderNotes,
  FolderUnusable,
  type MarkedFolderOptions,
  markedFolder,
  nameOfPath,
  notesInFolder,
  ownFolder,
  type PrinterFolder,
} from '../../src/adapters/print-folder/printer-folder.ts'
import { createSimulatedPartner } from '../../src/adapters/print-simulated/partner.ts'
import { createPrinters } from '../../src/adapters/printers/printers.ts'
import type { Core } from '../../src/core/app/index.ts'
import { setFact } from '../../src/core/engine/facts.ts'
import { holdBecause } from '../../src/core/engine/hold.ts'
import { holdSentences } from '../../src/core/features/instance/sentences.ts'
import { defaultPrinterId, printerRow } from '../../src/core/features/printers/default-printer.ts'
import { findUnreadableSecrets, queryPrinterHealth } from '../../src/core/features/printers/health.ts'
import { createRowJournal, withOlderEntries } from '../../src/core/features/printers/journal.ts'
import { holdPrinting } from '../../src/core/features/printers/printing-hold.ts'
import type { Mailer } from '../../src/core/ports/mailer.ts'
import type { Printers } from '../../src/core/ports/print-partner.ts'
import { JournalFailed } from '../../src/core/ports/print-partner.ts'
import { everyone, type Store, type WritableRows } from '../../src/core/ports/store.ts'
import type { Clock, Log } from '../../src/core/ports/system.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'
import { failure } from '../cli/failure.ts'
import { type OwnSettings, ownSourcesOf } from '../cli/printer-secrets.ts'
import type { Settings } from '../cli/settings.ts'
import { reasonOf } from './folder.ts'

const nothingLeaves = 'This instance is a drill, and nothing leaves it.'

/** Receives live runs of a drill once printing is resumed, instead of the configured folder. */
const drillPrintFolder = (dataDir: string): string => join(dataDir, 'printer-drill')

/** A mailer that sends nothing: mail waits in its jobs, and links are shown as usual. */
export const drillMailer = (available: boolean): Mailer => ({
  available,
  send: () => Promise.reject(new Error(nothingLeaves)),
  close: async () => {},
})

/** A sender that only checks addresses. In a drill no delivery is claimed. */
export const drillSender = (sender: WebhookSender): WebhookSender => ({
  refuse: (url) => sender.refuse(url),
  close: () => sender.close(),
  send: () => Promise.reject(new Error(nothingLeaves)),
})

/** Holds printing, so that a folder served as a drill by mistake does not count its mail as printed. */
export const holdForDrill = (store: Pick<Store, 'write'>): Promise<unknown> =>
  store.write((rows) =>
    holdPrinting(rows, holdBecause(holdSentences.sentence('hold_reason.drill'), Date.now())),
  )

/** The rows in which an instance keeps notes; other servers may share them. */
interface NotedIn {
  store: Pick<Store, 'read' | 'write'>
  isShared: boolean
}

/** Returns the folder of this instance for the journals of hand-overs. */
const journals = (dataDir: string, name: string): string => join(dataDir, 'state', name)

const filesOf = (dataDir: string): FolderNotes => notesInFolder(journals(dataDir, 'printer'))

/**
 * Records which folder belongs to a printer: in rows if servers share them, because each may lose its data
 * folder, and in files otherwise. The other place is read if the first one has no record: earlier versions
 * used files only, and a move may have brought rows.
 */
export const printerNotes = (dataDir: string, { store, isShared }: NotedIn): FolderNotes => {
  const files = filesOf(dataDir)
  const rows = notesInRows(store)
  const [first, second] = isShared ? [rows, files] : [files, rows]
  return {
    isShared,
    idOf: async (path) => (await first.idOf(path)) ?? (await second.idOf(path)),
    keep: first.keep,
  }
}

/** Reads the notes in shared rows for `doctor`, which writes nothing. */
export const notesInFacts = (
  dataDir: string,
  factOf: (id: string) => Promise<string | undefined>,
): FolderNotes => ({
  isShared: true,
  idOf: async (path) => idIn(await factOf(factName(path))) ?? (await filesOf(dataDir).idOf(path)),
  keep: () => Promise.reject(new JournalFailed('Nothing is written while an instance is examined.')),
})

const factName = (path: string): string => `printer-folder/${nameOfPath(path)}`

const idIn = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : (JSON.parse(value) as { id: string }).id

const notesInRows = (store: NotedIn['store']): FolderNotes => ({
  idOf: (path) =>
    guarded(async () => idIn((await store.read((rows) => rows.facts.get(everyone, factName(path))))?.value)),
  keep: (path, id) =>
    guarded(() => store.write((rows) => setFact(rows, factName(path), JSON.stringify({ id, path })))),
})

/** Reports an error of the store as one of this instance, never of the printer. */
const guarded = async <T>(body: () => Promise<T>): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    const reason = `The record of the printer's folder cannot be read or written (${reasonOf(error)}).`
    throw new JournalFailed(reason, { cause: error })
  }
}

/**
 * Returns a transaction callback that records the id of the new printer folder after a restore, because the
 * rows may name the lost one. The callback awaits only its rows.
 */
export const restoredFolder = async (
  dataDir: string,
  path: string,
): Promise<(rows: Pick<WritableRows, 'facts'>) => Promise<unknown>> => {
  const id = await filesOf(dataDir).idOf(path)
  if (id === undefined) return async () => {}
  const value = JSON.stringify({ id, path })
  return (rows) => rows.facts.update(everyone, factName(path), { value })
}

type PrintSettings = Pick<Settings, 'drill' | 'printFolder'> &
  Partial<Pick<Settings, 'printFolderMode' | 'blobs'>>

/** The folder that receives test runs. */
export const testPrintFolder = (dataDir: string): string => join(dataDir, 'printer-test')

/** The folder that receives live runs. */
export const livePrintFolder = (dataDir: string, { drill, printFolder }: PrintSettings): string =>
  drill ? drillPrintFolder(dataDir) : (printFolder ?? join(dataDir, 'printer'))

/**
 * Explains why servers that share rows and files have no printer's folder in their data folder: it may be
 * lost with a server, and the others cannot see it.
 */
const noFolderHere = (flag: string): string =>
  `No folder is configured for this printer. Servers that share rows and files need a folder that all of them can reach (${flag}), or a printer on the network (SFTP, HTTPS, IPP).`

const printFolderFlag = '--print-folder'

/** True if the data folder holds nothing of the instance and may be lost at any time. */
const isScratch = ({ isShared }: Pick<NotedIn, 'isShared'>, { blobs }: { blobs?: unknown }): boolean =>
  isShared && blobs !== undefined

/** Explains why live runs have no folder here; undefined if they have one. */
export const noPrintFolder = (
  settings: { drill: boolean; printFolder?: unknown; blobs?: unknown },
  notedIn: Pick<NotedIn, 'isShared'>,
): string | undefined =>
  settings.printFolder === undefined && !settings.drill && isScratch(notedIn, settings)
    ? noFolderHere(printFolderFlag)
    : undefined

/**
 * Returns the folder of live runs, which is checked against the record in `notes`, by default the files of
 * the data folder. A drill's folder belongs to the instance: it only has to exist, and no printer reads it.
 */
export const livePrinterFolder = (
  dataDir: string,
  settings: PrintSettings,
  { notes, notHere }: Pick<MarkedFolderOptions, 'notes' | 'notHere'> = {},
): PrinterFolder => {
  const root = livePrintFolder(dataDir, settings)
  if (settings.drill) return ownFolder(root)
  return markedFolder({
    root,
    stateDir: journals(dataDir, 'printer'),
    mode: modeOf(settings),
    notes,
    notHere,
  })
}

/** Parses the mode of the printer's folder; undefined (private to this user) for a drill or by default. */
const modeOf = ({ drill, printFolderMode }: PrintSettings): number | undefined =>
  drill || printFolderMode === undefined ? undefined : Number.parseInt(printFolderMode, 8)

export const printPartnersOf = (
  dataDir: string,
  settings: PrintSettings,
  noting: NotedIn & { clock: Clock },
) => ({
  live: createFolderPartner({
    root: livePrintFolder(dataDir, settings),
    ...journalIn(journals(dataDir, settings.drill ? 'printer-drill' : 'printer'), noting),
    folder: livePrinterFolder(dataDir, settings, {
      notes: printerNotes(dataDir, noting),
      notHere: noPrintFolder(settings, noting),
    }),
    mode: modeOf(settings),
  }),
  test: createSimulatedPartner({
    root: testPrintFolder(dataDir),
    ...journalIn(journals(dataDir, 'printer-test'), noting),
  }),
})

/** Keeps journals of hand-overs in rows; also reads the files of older versions. */
const journalIn = (stateDir: string, noting: NotedIn & { clock: Clock }) => ({
  stateDir,
  journal: withOlderEntries(
    createRowJournal({ ...noting, printerId: null }),
    createHandOverJournal(stateDir),
  ),
})

export const printerWaysOf = (
  dataDir: string,
  settings: PrintSettings &
    OwnSettings &
    Pick<Settings, 'printersFolder' | 'printerAllow' | 'printerSecrets'>,
  notedIn: NotedIn,
): Printers =>
  createPrinters({
    folders: settings.printersFolder ?? join(dataDir, 'printers'),
    twins: join(dataDir, settings.drill ? 'printers-drill' : 'printers-test'),
    stateDir: journals(dataDir, 'printer'),
    notes: printerNotes(dataDir, notedIn),
    noFolders:
      settings.printersFolder === undefined && isScratch(notedIn, settings)
        ? noFolderHere('--printers-folder')
        : undefined,
    allowCidrs: settings.printerAllow,
    secrets: {
      opened: settings.printerSecrets,
      env: process.env,
      own: () => ownSourcesOf(dataDir, settings, process.env),
    },
    mode: modeOf(settings),
    drill: settings.drill,
  })

/**
 * Sets up the printer's folder if that was not done yet: in a new instance, after a change of settings, or in
 * an instance from before markers. Only a new instance creates the folder. A folder that cannot be marked
 * does not stop the server.
 */
export const setUpPrinter = async (
  printer: Pick<FolderPartner, 'prepare'>,
  folder: string,
  isNew: boolean,
  log: Log,
): Promise<void> => {
  if (isNew) {
    await printer.prepare()
    return
  }
  try {
    const isMarked = await printer.prepare({ make: false })
    if (isMarked) log.warn('the existing folder is marked as the printer’s', { folder })
  } catch (error) {
    log.warn('the printer’s folder could not be marked: live runs wait', { folder, error })
  }
}

/** At start-up, refreshes the default printer's health if no folder is set or its health still says so. */
const noteLackOfFolder = async (services: Core['services'], none: string | undefined): Promise<void> => {
  const printer = await services.store.read((rows) => printerRow(rows, defaultPrinterId))
  const isOutdated = printer?.health?.detail === noFolderHere(printFolderFlag)
  if (printer && (none !== undefined || isOutdated)) await queryPrinterHealth(services, printer)
}

/** When a server starts, logs each printer whose secret cannot be used, with the remedy; its runs wait. */
export const notePrinters = async (
  services: Core['services'],
  none: string | undefined,
  log: Log,
): Promise<void> => {
  await noteLackOfFolder(services, none)
  for (const { key, detail } of await findUnreadableSecrets(services)) {
    log.warn('a printer’s secret cannot be used: its runs wait', { printer: key, reason: detail })
  }
}

/** Explains why the folder cannot be used; undefined if it is the one that was set up. */
export const whyUnusable = (folder: PrinterFolder): Promise<string | undefined> =>
  folder.assertRight().then(
    () => undefined,
    (error: unknown) => (error instanceof FolderUnusable ? error.message : Promise.reject(error)),
  )

/** Accepts the folder at that path as the printer's; an operator decides this. */
export const acceptPrinterFolder = async (printer: Pick<FolderPartner, 'accept'>): Promise<void> => {
  try {
    await printer.accept()
  } catch (error) {
    if (error instanceof FolderUnusable) throw failure('refused', error.message, error)
    throw error instanceof JournalFailed ? failure('failed', error.message, error) : error
  }
}
