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
 * Creates an office printer or CUPS queue, which prints a package as one job for each PDF part, in order. One
 * job for each piece would make a thousand jobs of a run, with jobs of others between them and a thousand
 * responses to lose.
 *
 * If the queue can hold jobs, all parts wait in it and are released together. Otherwise they are sent one
 * after the other, and an operator must look into an interruption between two.
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
  async (runId, work) => {
    const queue = openQueue(printer, network)
    const facts = await queue.facts()
    const how: JobMaking = {
      queue,
      runId,
      attributesOf: (handOver) => attributesOf(printer, facts, handOver),
    }
    const assertRight = async () => assertUsable(queue.host, await queue.facts())
    if (facts.holds) return work(placeOf(heldJobs(how), how, assertRight))
    const folder = await mkdtemp(join(tmpdir(), 'lettershop-ipp-'))
    try {
      return await work(placeOf(spooledJobs(how, folder), how, assertRight))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

/** Tests the connection and returns the printer's capabilities. Prints nothing. */
export const checkIpp = async (printer: Printer, network: PrinterNetwork): Promise<PrinterAnswer> => {
  const queue = openQueue(printer, network)
  const facts = await queue.facts()
  assertUsable(queue.host, facts)
  const plex = facts.sides.some((side) => side.startsWith('two-sided'))
    ? (['simplex', 'duplex'] as const)
    : (['simplex'] as const)
  const how = facts.holds
    ? 'the jobs of a package are released together'
    : 'jobs are printed one after the other'
  return {
    ok: true,
    detail: `${queue.host} accepts jobs; ${how}.`,
    capabilities: { plex: [...plex], ...(facts.colour === undefined ? {} : { colour: facts.colour }) },
  }
}

const assertUsable = (host: string, { accepting, takesPdf, reasons }: PrinterFacts): void => {
  if (!accepting) {
    throw new PrinterUnusable(
      `The printer ${host} does not accept jobs (${reasons.join(', ') || 'no reason given'}).`,
    )
  }
  if (!takesPdf) throw new PrinterUnusable(`The printer ${host} does not accept PDF.`)
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
          // Lists and job tickets stay with the run; this printer prints PDF parts only.
          for await (const _chunk of content);
        }
      }
      return JSON.stringify({ parts })
    },
    keep: async () => {},
    // Printed paper can't be discarded.
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

/** Whether the paper is cut after printing, so that it has room for the bleed. */
const hasRoomForBleed = ({ media }: Sent, { sheet }: HandOver): boolean =>
  typeof media === 'string' && sheet !== undefined && isLargerThan(media, sheet)

/**
 * Returns the job's attributes for paper and ink. Sides are always set, because an office printer's default
 * is often duplex. Scaling is switched off if the printer supports that: windows and marks have positions in
 * millimetres.
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
