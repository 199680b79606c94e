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
import { createPrinterWays } from '../../src/adapters/printers/printers.ts'
import type { Core } from '../../src/core/app/index.ts'
import { setFact } from '../../src/core/engine/facts.ts'
import { holdBecause } from '../../src/core/engine/hold.ts'
import { holdSentences } from '../../src/core/features/instance/sentences.ts'
import { defaultPrinterId, printerRow } from '../../src/core/features/printers/default-printer.ts'
import { askPrinter, noteRefusedSecrets } from '../../src/core/features/printers/health.ts'
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

const nothingLeaves = 'This instance is a drill: nothing leaves it.'

/** Where live runs of a drill go after printing is resumed: never to the printer's folder of the settings. */
const drillPrintFolder = (dataDir: string): string => join(dataDir, 'printer-drill')

/**
 * A mailer that sends nothing: mail waits in its jobs, and links are shown where they would be without a
 * drill.
 */
export const drillMailer = (available: boolean): Mailer => ({
  available,
  send: () => Promise.reject(new Error(nothingLeaves)),
  close: async () => {},
})

/** A sender that checks addresses but sends nothing. In a drill no delivery is claimed. */
export const drillSender = (sender: WebhookSender): WebhookSender => ({
  refuse: (url) => sender.refuse(url),
  close: () => sender.close(),
  send: () => Promise.reject(new Error(nothingLeaves)),
})

/** Holds printing, so that a folder served as a drill by mistake does not count its mail as printed. */
export const holdForDrill = (store: Pick<Store, 'write'>): Promise<unknown> =>
  store.write((rows) => holdPrinting(rows, holdBecause(holdSentences.say('hold_reason.drill'), Date.now())))

/** Where an instance notes things: its rows, which other servers may share. */
interface NotedIn {
  store: Pick<Store, 'read' | 'write'>
  isShared: boolean
}

/** The folder of this instance with what hand-overs note. */
const journals = (dataDir: string, name: string): string => join(dataDir, 'state', name)

const filesOf = (dataDir: string): FolderNotes => notesInFolder(journals(dataDir, 'printer'))

/**
 * Which folder is a printer's: in rows where servers share them, since each may lose its data folder, else in
 * files. What the other place has counts where the first has nothing: earlier versions noted in files only,
 * and a move may have brought rows.
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

/** The notes in rows that servers share, as `doctor` looks them up: it notes nothing. */
export const notesInFacts = (
  dataDir: string,
  factOf: (id: string) => Promise<string | undefined>,
): FolderNotes => ({
  isShared: true,
  idOf: async (path) => idIn(await factOf(factName(path))) ?? (await filesOf(dataDir).idOf(path)),
  keep: () => Promise.reject(new JournalFailed('Nothing is noted while an instance is looked at.')),
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

/** An error of the store is one of this instance, and never of the printer. */
const guarded = async <T>(body: () => Promise<T>): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    const reason = `What is noted of the printer's folder cannot be read or written (${reasonOf(error)}).`
    throw new JournalFailed(reason, { cause: error })
  }
}

/**
 * A restore makes a folder at this path anew, and notes it in a file: rows may know the one that was lost.
 * Returns what puts it right in a transaction, which may wait for nothing but its rows.
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

/** Where test runs go. */
export const testPrintFolder = (dataDir: string): string => join(dataDir, 'printer-test')

/** Where live runs are handed over. */
export const livePrintFolder = (dataDir: string, { drill, printFolder }: PrintSettings): string =>
  drill ? drillPrintFolder(dataDir) : (printFolder ?? join(dataDir, 'printer'))

/**
 * Why servers that share rows and files set up no printer's folder in their data folders: what is in there
 * may be lost with a server, and others do not see it.
 */
const noFolderHere = (flag: string): string =>
  `No folder for this printer is named. Servers that share their rows and files hand over to a folder that all of them have (${flag}), or to a printer that is reached over the network (SFTP, HTTPS, IPP).`

const printFolderFlag = '--print-folder'

/** Whether the data folder may be lost at any time: nothing of the instance is in it. */
const isScratch = ({ isShared }: Pick<NotedIn, 'isShared'>, { blobs }: { blobs?: unknown }): boolean =>
  isShared && blobs !== undefined

/** Why no folder of live runs is set up here; undefined where one is. */
export const noPrintFolder = (
  settings: { drill: boolean; printFolder?: unknown; blobs?: unknown },
  notedIn: Pick<NotedIn, 'isShared'>,
): string | undefined =>
  settings.printFolder === undefined && !settings.drill && isScratch(notedIn, settings)
    ? noFolderHere(printFolderFlag)
    : undefined

/**
 * The folder of live runs, and how it is recognised; without `notes` by what is noted in the data folder. A
 * drill's folder belongs to the instance: it has to exist, and no printer reads it.
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

/** A drill's folder is only for this user. */
const modeOf = ({ drill, printFolderMode }: PrintSettings): number | undefined =>
  drill || printFolderMode === undefined ? undefined : Number.parseInt(printFolderMode, 8)

/** The printer of the settings, for live runs and for test runs. */
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

/** Hand-overs are noted as rows; what older versions noted in files of this folder still counts. */
const journalIn = (stateDir: string, noting: NotedIn & { clock: Clock }) => ({
  stateDir,
  journal: withOlderEntries(
    createRowJournal({ ...noting, printerId: null }),
    createHandOverJournal(stateDir),
  ),
})

/** The ways to further printers. */
export const printerWaysOf = (
  dataDir: string,
  settings: PrintSettings &
    OwnSettings &
    Pick<Settings, 'printersFolder' | 'printerAllow' | 'printerSecrets'>,
  notedIn: NotedIn,
): Printers =>
  createPrinterWays({
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
 * Sets up the printer's folder where that was not done yet: in a new instance, after a change of the
 * settings, or in one from before there were markers. Only a new instance creates it. A folder that cannot be
 * marked now does not stop the server.
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
    if (isMarked) log.warn('what stands there is taken for the printer’s folder and marked', { folder })
  } catch (error) {
    log.warn('the printer’s folder could not be marked: live runs wait', { folder, error })
  }
}

/**
 * For the start of a server: where the printer of the settings has no folder its health says so, whatever an earlier
 * server printed, and no longer once a folder is named.
 */
const noteLackOfFolder = async (services: Core['services'], none: string | undefined): Promise<void> => {
  const printer = await services.store.read((rows) => printerRow(rows, defaultPrinterId))
  const isOutdated = printer?.health?.detail === noFolderHere(printFolderFlag)
  if (printer && (none !== undefined || isOutdated)) await askPrinter(services, printer)
}

/**
 * For the start of a server: what printers lack. Each printer whose secret cannot be used is named with the remedy; its
 * runs wait.
 */
export const notePrinters = async (
  services: Core['services'],
  none: string | undefined,
  log: Log,
): Promise<void> => {
  await noteLackOfFolder(services, none)
  for (const { key, detail } of await noteRefusedSecrets(services)) {
    log.warn('a printer’s secret cannot be used: its runs wait', { printer: key, reason: detail })
  }
}

/** Why the folder cannot be used, in a sentence; undefined where it is the one that was set up. */
export const whyUnusable = (folder: PrinterFolder): Promise<string | undefined> =>
  folder.assertRight().then(
    () => undefined,
    (error: unknown) => (error instanceof FolderUnusable ? error.message : Promise.reject(error)),
  )

/** Accepts the folder at that path as the printer's, because an operator says that it is. */
export const acceptPrinterFolder = async (printer: Pick<FolderPartner, 'accept'>): Promise<void> => {
  try {
    await printer.accept()
  } catch (error) {
    if (error instanceof FolderUnusable) throw failure('refused', error.message, error)
    throw error instanceof JournalFailed ? failure('failed', error.message, error) : error
  }
}
