import { join } from 'node:path'
import { createHandOverJournal } from '../../src/adapters/print-folder/journal.ts'
import { createFolderPartner, type FolderPartner } from '../../src/adapters/print-folder/partner.ts'
import {
  type MarkedFolderOptions,
  markedFolder,
  ownFolder,
  type PrinterFolder,
} from '../../src/adapters/print-folder/printer-folder.ts'
import { FolderUnusable } from '../../src/adapters/print-folder/unusable.ts'
import { createSimulatedPartner } from '../../src/adapters/print-simulated/partner.ts'
import { createPrinterWays } from '../../src/adapters/printers/ways.ts'
import type { Core } from '../../src/core/app/index.ts'
import { defaultPrinterId, printerRow } from '../../src/core/features/printers/default-printer.ts'
import { askPrinter, noteRefusedSecrets } from '../../src/core/features/printers/health.ts'
import { createRowJournal, withOlderEntries } from '../../src/core/features/printers/journal.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { JournalFailed } from '../../src/core/ports/hand-over-journal.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { Printers } from '../../src/core/ports/printers.ts'
import { failure } from '../cli/failure.ts'
import { type OwnSettings, ownSourcesOf } from '../cli/printer-secrets.ts'
import type { Settings } from '../cli/settings.ts'
import { drillPrintFolder } from './drill.ts'
import { journals, type NotedIn, printerNotes } from './printer-notes.ts'

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
