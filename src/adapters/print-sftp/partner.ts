import type {
  HandOverJournal,
  PrinterAnswer,
  PrinterSetUp,
  PrintPartner,
} from '../../core/ports/print-partner.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import {
  namedFiles,
  type PackagePlace,
  PrinterUnusable,
  type StoppedPackages,
} from '../print-package/place.ts'
import { openSession, SftpFailed, type SftpFiles, sftpStatus } from './session.ts'

type Printer = Pick<PrinterSetUp, 'settings' | 'secret'>

/**
 * Creates a printer that fetches packages from a folder of its SFTP server. As in a local folder, a package
 * is written as `.incoming-<runId>.<attempt>` and renamed to `<runId>`. SFTP's rename never overwrites.
 */
export const createSftpPartner = (
  printer: Printer,
  network: PrinterNetwork,
  journal: HandOverJournal,
): PrintPartner => createPackagePartner({ name: 'sftp', journal, at: atSftp(printer, network) })

const atSftp =
  (printer: Printer, network: PrinterNetwork): PackagePartnerOptions['at'] =>
  async (runId, work) => {
    const { files, end } = await openSession(printer, network)
    try {
      return await work(placeAt(files, printer, runId))
    } finally {
      await end()
    }
  }

/** Tests whether the folder can be reached. Changes nothing. */
export const checkSftp = async (printer: Printer, network: PrinterNetwork): Promise<PrinterAnswer> => {
  const { files, end } = await openSession(printer, network)
  try {
    await placeAt(files, printer, 'none').assertRight()
    return { ok: true, detail: `${nameOf(printer)} exists.` }
  } finally {
    await end()
  }
}

const rootOf = ({ settings: { path = '.' } }: Printer): string => path.replace(/\/+$/, '') || '/'
const nameOf = (printer: Printer): string => `${printer.settings.host}:${rootOf(printer)}`

/** Suffix of a stopped package. Its name still contains the attempt. */
const suffix = '.stopped'

export const placeAt = (files: SftpFiles, printer: Printer, runId: string): PackagePlace => {
  const root = rootOf(printer)
  const below = (name: string) => (root === '/' ? `/${name}` : `${root}/${name}`)
  // Ids contain no dot, so this prefix is unique to the run.
  const prefix = `.incoming-${runId}.`
  const incoming = (attempt: string) => below(prefix + attempt)
  const final = below(runId)
  const place: PackagePlace = {
    reference: final,
    async assertRight() {
      if (await files.isFolder(root)) return
      throw new PrinterUnusable(`The printer’s folder ${nameOf(printer)} does not exist.`)
    },
    isThere: () => files.isFolder(final),
    begin: (attempt) => files.mkdir(incoming(attempt)),
    hasBegun: (attempt) => files.isFolder(incoming(attempt)),
    async write(attempt, handOver) {
      for await (const { name, content } of namedFiles(handOver.files)) {
        await files.writeFile(`${incoming(attempt)}/${name}`, content)
      }
      return undefined
    },
    async publish(attempt) {
      try {
        await files.rename(incoming(attempt), final)
        return 'published'
      } catch (error) {
        // Servers answer with the general failure if the name is taken.
        if (!isGeneral(error)) throw error
        if (await files.isFolder(final)) return 'taken'
        // If the package is in neither place, a network disk may have renamed it and lost the response.
        throw (await place.hasBegun(attempt))
          ? error
          : new Error('It is unknown whether the package was renamed.')
      }
    },
    async stop(except) {
      const found = async () => (await files.names(root)).filter((name) => name.startsWith(prefix))
      for (const name of await found()) {
        if (name.endsWith(suffix) || (except !== undefined && name === prefix + except)) continue
        await files.rename(below(name), below(name + suffix)).catch(unlessGone)
      }
      const stopped = (await found()).filter((name) => name.endsWith(suffix))
      return stoppedOf(prefix, stopped, (name) => files.removeFolder(below(name)))
    },
    remove: (attempt) => files.removeFolder(incoming(attempt)),
    keep: async () => {},
    discard: () => files.removeFolder(final),
    isRefusal,
    asUnusable: (error) => asUnusable(error, printer),
  }
  return place
}

/** Whether the server refused the step, so it did not happen. */
const isRefusal = (error: unknown): boolean =>
  error instanceof SftpFailed &&
  error.status !== undefined &&
  error.status !== sftpStatus.noConnection &&
  error.status !== sftpStatus.connectionLost

const asUnusable = (error: unknown, printer: Printer): PrinterUnusable => {
  if (error instanceof PrinterUnusable) return error
  if (!(error instanceof SftpFailed)) throw error
  return new PrinterUnusable(`The printer’s folder ${nameOf(printer)} cannot be used (${error.message}).`, {
    cause: error,
  })
}

const isGeneral = (error: unknown): boolean =>
  error instanceof SftpFailed && error.status === sftpStatus.failure

const unlessGone = (error: unknown): void => {
  if (error instanceof SftpFailed && error.status === sftpStatus.noSuchFile) return
  throw error
}

const stoppedOf = (
  prefix: string,
  names: readonly string[],
  remove: (name: string) => Promise<void>,
): StoppedPackages => ({
  has: (attempt) => names.some((name) => name.startsWith(prefix + attempt)),
  async remove() {
    for (const name of names) await remove(name)
  },
})
