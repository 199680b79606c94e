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
import { fateOfIpp, heldJobs, type JobMaking, type JobPlace, spooledJobs } from './jobs.ts'
import { openQueue, type PrinterFacts } from './queue.ts'

/** PWG 5101.1 names of sizes in mm, the shorter side first. */
const named: readonly (readonly [name: string, short: number, long: number])[] = [
  ['iso_a4_210x297mm', 210, 297],
  ['iso_a5_148x210mm', 148, 210],
  ['iso_a6_105x148mm', 105, 148],
  ['iso_dl_110x220mm', 110, 220],
  ['iso_c6_114x162mm', 114, 162],
  ['iso_c5_162x229mm', 162, 229],
  ['iso_c4_229x324mm', 229, 324],
  ['na_letter_8.5x11in', 215.9, 279.4],
  ['na_number-10_4.125x9.5in', 104.8, 241.3],
]

/** Tolerance in tenths of a mm, because sizes in inches are rounded. */
const toleranceTenths = 3

/**
 * Returns the IPP name of the paper, envelope or label for a sheet. Names describe the upright size; the
 * printer rotates pages itself. Sizes without a name get a custom one, as PWG 5101.1 provides.
 */
export const mediaOf = ({ w, h }: { w: number; h: number }): string => {
  const [short, long] = [Math.min(w, h), Math.max(w, h)]
  const isOf = (of: number, size: number) => Math.round(Math.abs(of - size) * 10) <= toleranceTenths
  const found = named.find(([, width, height]) => isOf(short, width) && isOf(long, height))
  return found?.[0] ?? `custom_sheet_${short}x${long}mm`
}

/** True if the size in the paper's name exceeds the sheet. False without one (a tray): offices don't cut. */
const isLargerThan = (media: string, { w, h }: { w: number; h: number }): boolean => {
  const size = /_([\d.]+)x([\d.]+)(mm|in)(?:$|[^a-z])/.exec(media)
  if (!size) return false
  const [short, long] = [Number(size[1]), Number(size[2])]
    .map((length) => (size[3] === 'in' ? length * 25.4 : length))
    .sort((a, b) => a - b) as [number, number]
  const isMore = (paper: number, sheet: number) => Math.round((paper - sheet) * 10) > toleranceTenths
  return isMore(short, Math.min(w, h)) || isMore(long, Math.max(w, h))
}

/** The boxes of every page, as `pdf/render/part.ts` writes them. */
const boxes = /^\/MediaBox(\[[\d. ]+\])\/BleedBox\1\/TrimBox(\[[\d. ]+\])/
const begin = '/MediaBox['
/** Maximum length of a page's boxes in bytes. */
const most = 200

/**
 * Crops the pages of a part to their trim box. Otherwise a printer with paper of the trimmed size would scale
 * down or shift pages with bleed, and the address would miss its window.
 *
 * Boxes are overwritten in place and padded with spaces, so that offsets in the file's cross-reference table
 * stay valid and no part is kept in memory.
 */
export async function* cutToTrim(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    cutPages(bytes)
    // Keeps enough bytes for boxes that continue in the next chunk.
    const whole = Math.max(0, bytes.length - most)
    if (whole > 0) yield bytes.subarray(0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest
}

const cutPages = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + begin.length)) {
    const found = boxes.exec(bytes.toString('latin1', at, at + most))
    if (!found) continue
    const [whole, media, trim] = found
    // A sheet without bleed stays unchanged, so the checksums of its package remain valid.
    if (trim === media) continue
    bytes.write(`/MediaBox${trim}/TrimBox${trim}`.padEnd(whole.length), at, 'latin1')
  }
}

type Printer = Pick<PrinterSetUp, 'settings'>

export { fateOfIpp }

/**
 * Creates an office printer or CUPS queue, which prints a package as one job for each PDF part, in order. One
 * job for each piece would make a thousand jobs of a run, mixed with those of other users, and a thousand
 * responses that may get lost.
 *
 * If the queue can hold jobs, all parts wait in it and are released together. Otherwise they are sent one
 * after the other, and an operator must clarify what was printed before an interruption.
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

/** True if the paper is larger than the sheet (it is cut after printing), so that the bleed fits. */
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
