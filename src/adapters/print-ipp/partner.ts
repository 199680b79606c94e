import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  HandOver,
  HandOverJournal,
  PrinterAnswer,
  PrinterSetUp,
  PrintPartner,
} from '../../core/ports/print-partner.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { createPackagePartner, type PackagePartnerOptions } from '../print-package/partner.ts'
import { namedFiles, type PackagePlace, PrinterUnusable } from '../print-package/place.ts'
import type { Sent } from './codec.ts'
import type { JobMaking, JobPlace } from './jobs.ts'
import { fateOfIpp, heldJobs, spooledJobs } from './jobs.ts'
import { cutToTrim, isLargerThan, mediaOf } from './paper.ts'
import { openQueue, type PrinterFacts } from './queue.ts'

type Printer = Pick<PrinterSetUp, 'settings'>

export { fateOfIpp }

/**
 * An office printer or a queue of CUPS, which prints a package itself: one print job for each PDF part, in
 * their order. Not one for each piece: a run of a thousand letters would be a thousand jobs, between which
 * others of the office get theirs, and a thousand answers to lose.
 *
 * Where the queue holds jobs, all parts wait in it and are released together; else they are sent one after
 * the other, and a break between two is for a person to look at.
 */
export const createIppPartner = (
  printer: Printer,
  network: PrinterNetwork,
  journal: HandOverJournal,
): PrintPartner => ({
  ...createPackagePartner({ name: 'ipp', journal, at: atIpp(printer, network) }),
  fateOf: fateOfIpp(printer, network, journal),
})

export const atIpp =
  (printer: Printer, network: PrinterNetwork): PackagePartnerOptions['at'] =>
  async (runId, body) => {
    const queue = openQueue(printer, network)
    const facts = await queue.facts()
    const how: JobMaking = {
      queue,
      runId,
      attributesOf: (handOver) => attributesOf(printer, facts, handOver),
    }
    const assertRight = async () => assertUsable(queue.host, await queue.facts())
    if (facts.holds) return body(placeOf(heldJobs(how), how, assertRight))
    const folder = await mkdtemp(join(tmpdir(), 'lettershop-ipp-'))
    try {
      return await body(placeOf(spooledJobs(how, folder), how, assertRight))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

/** What the printer says of itself. Prints nothing. */
export const askIpp = async (printer: Printer, network: PrinterNetwork): Promise<PrinterAnswer> => {
  const queue = openQueue(printer, network)
  const facts = await queue.facts()
  assertUsable(queue.host, facts)
  const plex = facts.sides.some((side) => side.startsWith('two-sided'))
    ? (['simplex', 'duplex'] as const)
    : (['simplex'] as const)
  const how = facts.holds ? 'jobs wait until all are there' : 'jobs print one after the other'
  return {
    ok: true,
    detail: `${queue.host} takes jobs; ${how}.`,
    capabilities: { plex: [...plex], ...(facts.colour === undefined ? {} : { colour: facts.colour }) },
  }
}

const assertUsable = (host: string, { accepting, takesPdf, reasons }: PrinterFacts): void => {
  if (!accepting) {
    throw new PrinterUnusable(
      `The printer ${host} takes no jobs (${reasons.join(', ') || 'no reason given'}).`,
    )
  }
  if (!takesPdf) throw new PrinterUnusable(`The printer ${host} takes no PDF.`)
}

const placeOf = (
  jobs: JobPlace,
  { queue, runId, attributesOf }: JobMaking,
  assertRight: () => Promise<void>,
) => {
  const place: PackagePlace = {
    ...jobs,
    reference: `${queue.host}/${runId}`,
    assertRight,
    begin: async (attempt) => jobs.begin(attempt),
    async write(attempt, handOver) {
      const attributes = attributesOf(handOver)
      const isCut = !hasRoomForBleed(attributes, handOver)
      let parts = 0
      for await (const { name, content } of namedFiles(handOver.files)) {
        if (isPart(name)) {
          parts++
          const pages = isCut ? cutToTrim(content) : content
          await jobs.take(attempt, `${runId}.${attempt}.${name}`, pages, attributes)
        } else {
          // Lists and tickets are for people and inserters: they are with the run, not on this printer.
          for await (const _chunk of content);
        }
      }
      return JSON.stringify({ parts })
    },
    keep: async () => {},
    // What was printed lies in a tray.
    discard: async () => {},
    isRefusal: (error) => error instanceof PrinterUnusable,
    asUnusable(error) {
      if (error instanceof PrinterUnusable) return error
      if (error instanceof Error && error.name === 'Error') {
        return new PrinterUnusable(error.message, { cause: error })
      }
      throw error
    },
  }
  return place
}

const isPart = (name: string): boolean => name.endsWith('.pdf') && name !== 'proof.pdf'

/** Paper that is cut after printing takes the bleed; any other has the size of the sheet. */
const hasRoomForBleed = ({ media }: Sent, { sheet }: HandOver): boolean =>
  typeof media === 'string' && sheet !== undefined && isLargerThan(media, sheet)

/**
 * What the job says of paper and ink. Sides are said always: an office's default is often both. So is that
 * nothing is scaled, where the printer can be told: windows and marks have their place in millimetres.
 */
const attributesOf = (
  { settings: { media, monochrome } }: Printer,
  { sides, isScaled }: PrinterFacts,
  { sheet }: HandOver,
): Sent => {
  const side = sheet?.plex === 'duplex' ? 'two-sided-long-edge' : 'one-sided'
  if (sides.length > 0 && !sides.includes(side)) {
    throw new PrinterUnusable(
      `The printer does not print ${sheet?.plex === 'duplex' ? 'both sides' : 'one side'}.`,
    )
  }
  return {
    sides: side,
    'print-color-mode': monochrome ? 'monochrome' : 'color',
    ...(isScaled ? { 'print-scaling': 'none' } : {}),
    ...((media ?? sheet) ? { media: media ?? mediaOf(sheet!) } : {}),
  }
}
