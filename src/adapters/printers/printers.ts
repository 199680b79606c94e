import { join } from 'node:path'
import type { PrinterAnswer, PrinterSetUp, Printers, PrintPartner } from '../../core/ports/print-partner.ts'
import { createFolderPartner } from '../print-folder/partner.ts'
import type { FolderNotes } from '../print-folder/printer-folder.ts'
import { checkFolder, markedFolder, testFolder } from '../print-folder/printer-folder.ts'
import { forbiddenKind, networkAround, printerNetwork } from '../print-package/connect.ts'
import { createSecretReader, type SecretReaderOptions } from './secrets.ts'
import { printerAddressSentences } from './sentences.ts'

export interface PrintersOptions {
  /** Root of the folders of printers of the kind FOLDER. */
  folders: string
  /** Root of the test-mode folders, one for each printer. */
  twins: string
  /** A folder of this instance for the ids by which printers' folders are recognised. */
  stateDir: string
  /** Where to keep these ids instead. */
  notes?: FolderNotes | undefined
  /** Why this server has no printer folders, as a sentence. Printers that already have one keep it. */
  noFolders?: string | undefined
  /** Private networks (CIDR) in which printers may be. */
  allowCidrs: readonly string[]
  secrets: SecretReaderOptions
  /** Permissions of packages in folders (octal). */
  mode?: number | undefined
  /** True for a drill, in which nothing leaves the instance: every printer is a test-mode folder. */
  drill?: boolean
}

/** Creates the adapters of all kinds of printers. Network adapters are loaded on first use. */
export const createPrinters = (options: PrintersOptions): Printers => {
  const network = printerNetwork(options.allowCidrs)
  const folderOf = ({ settings }: PrinterSetUp) => {
    const root = join(options.folders, settings.folder ?? '')
    const { stateDir, notes, noFolders: notHere, mode } = options
    return { root, stateDir, notes, notHere, mode }
  }
  const twin = testPartners(options)
  const partners: Record<PrinterSetUp['kind'], Printers['open']> = {
    FOLDER: (printer, journal) =>
      preparing(
        createFolderPartner({ ...folderOf(printer), journal, folder: markedFolder(folderOf(printer)) }),
      ),
    SFTP: (printer, journal) =>
      loaded('sftp', async () => (await sftp()).createSftpPartner(printer, network, journal)),
    IPP: (printer, journal) => ({
      ...loaded('ipp', async () => (await ipp()).createIppPartner(printer, network, journal)),
      fateOf: async (runId) => (await ipp()).fateOfIpp(printer, network, journal)(runId),
    }),
    HTTPS: (printer, journal) =>
      loaded('https', async () => (await https()).createHttpsPartner(printer, network, journal)),
  }
  const checks: Record<PrinterSetUp['kind'], (of: PrinterSetUp) => Promise<PrinterAnswer>> = {
    async FOLDER(printer) {
      const { root } = folderOf(printer)
      const folder = markedFolder(folderOf(printer))
      await folder.prepare()
      return checkFolder(root, folder)
    },
    SFTP: async (printer) => (await sftp()).checkSftp(printer, network),
    IPP: async (printer) => (await ipp()).checkIpp(printer, network),
    HTTPS: async (printer) => (await https()).checkHttps(printer, network),
  }
  return {
    open: (printer, journal) =>
      options.drill ? twin(printer, journal) : partners[printer.kind](printer, journal),
    twin,
    readSecret: secretsOf(options),
    refuse: refuserOf(network, options.noFolders !== undefined),
    ask: (printer) =>
      options.drill
        ? Promise.resolve({ ok: true, detail: 'This instance is a drill: nothing leaves it.' })
        : checks[printer.kind](printer),
  }
}

const testPartners =
  ({ twins, stateDir }: PrintersOptions): Printers['twin'] =>
  ({ key, kind }, journal) => {
    const root = join(twins, key)
    const partner = createFolderPartner({ root, stateDir, journal, folder: testFolder(root) })
    // Named after the printer's kind, so that a test run shows which printer it would go to.
    return { ...preparing(partner), name: `simulated${kind.toLowerCase()}` }
  }

/** In a drill, returns empty secrets: it connects to no printer, and often lacks the real ones. */
const secretsOf = ({ secrets, drill }: PrintersOptions): Printers['readSecret'] =>
  drill ? async () => ({ secret: '' }) : createSecretReader(secrets)

/** Returns why the server's own settings forbid a printer's address or folder; undefined if they don't. */
const refuserOf =
  (network: ReturnType<typeof printerNetwork>, hasNoFolders: boolean): Printers['refuse'] =>
  (kind, { host, url }) => {
    if (kind === 'FOLDER' && hasNoFolders) return printerAddressSentences.sentence('refused.printer_folder')
    const name = kind === 'SFTP' ? host : url === undefined ? undefined : new URL(url).hostname
    const addressKind = name === undefined ? undefined : forbiddenKind(name, network)
    if (name === undefined || addressKind === undefined) return undefined
    return printerAddressSentences.sentence('refused.printer_address', {
      addressKind,
      network: networkAround(name),
    })
  }

const sftp = () => import('../print-sftp/partner.ts')
const ipp = () => import('../print-ipp/partner.ts')
const https = () => import('../print-https/partner.ts')

const loaded = (name: string, load: () => Promise<PrintPartner>): PrintPartner => {
  let partner: Promise<PrintPartner> | undefined
  const known = () => {
    partner ??= load()
    return partner
  }
  return {
    name,
    handOver: async (handOver) => (await known()).handOver(handOver),
    find: async (runId) => (await known()).find(runId),
    discard: async (runId, how) => (await known()).discard(runId, how),
  }
}

/** Sets up the folder before each hand-over. Only the first time creates and marks it. */
const preparing = (partner: ReturnType<typeof createFolderPartner>): PrintPartner => ({
  ...partner,
  handOver: (handOver) => partner.prepare().then(() => partner.handOver(handOver)),
})
