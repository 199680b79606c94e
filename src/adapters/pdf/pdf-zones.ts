import { type Finding, finding } from '../../core/kernel/finding.ts'
import type { PreviewInput } from '../../core/ports/renderer.ts'
import { templateSentences } from '../../core/template/sentences.ts'
import type { Sheet, SheetZone } from '../../core/template/sheet.ts'
import { type CoveredZone, coveredZones, mayBeEmpty } from '../../core/template/zones.ts'
import { drawTemplate } from './compile.ts'
import { pictureFileOfDesign } from './picture-file.ts'
import { type Pixels, pixelsOf } from './raster.ts'
import { darkShareOfSender, inkIn, leastDarkMm2, leastReflectance, type ZoneInk } from './zone-ink.ts'

const { say } = templateSentences

/** Fine enough for the thinnest line of a design. */
const DPI = 100

/**
 * The findings with what the drawn pages show in the zones that PDFs lie over: no finding for a zone that is left
 * white, an error where what is read there could not be read, a warning for anything else. Each such page of a PDF is
 * drawn alone, as the press draws it. A preview draws those of its own page only, since a letter may have many.
 */
export const withMeasuredZones = async (
  findings: readonly Finding[],
  input: PreviewInput,
): Promise<readonly Finding[]> => {
  const asked = new Set(findings.filter(mayBeEmpty).map((one) => JSON.stringify(one)))
  if (asked.size === 0) return findings
  const covered = coveredZones(input.document, input.sheet).filter(
    (one) => asked.has(JSON.stringify(one.finding)) && (input.everyZone === true || one.page === input.page),
  )
  const drawn = new Map<string, Pixels | undefined>()
  /** What replaces a finding, of several PDFs over one zone the worst. */
  const measured = new Map<string, Finding | undefined>()
  for (const one of covered) {
    const key = `${one.page} ${one.element}`
    if (!drawn.has(key)) drawn.set(key, await pageOf(one, input))
    const pixels = drawn.get(key)
    const found = pixels ? findingOf(one, inkIn(pixels, one.zone, input.sheet), input.sheet) : one.finding
    const place = JSON.stringify(one.finding)
    measured.set(place, worse(measured.get(place), found))
  }
  return findings.flatMap((one) => {
    const place = JSON.stringify(one)
    if (!measured.has(place)) return [one]
    const found = measured.get(place)
    return found ? [found] : []
  })
}

const worse = (one: Finding | undefined, other: Finding | undefined): Finding | undefined =>
  one?.severity === 'error' || !other ? one : other

/** The sheet with nothing but this element; undefined where it cannot be drawn. */
const pageOf = async ({ page, element }: CoveredZone, input: PreviewInput): Promise<Pixels | undefined> => {
  const { showIf: _, ...alone } = input.document.pages[page - 1]!.elements[element]!
  const document = {
    ...input.document,
    pages: [{ side: 'front' as const, elements: [alone] }],
  } as PreviewInput['document']
  const sheet: Sheet = { ...input.sheet, zones: [], plex: 'simplex', pages: { min: 1, max: 1 } }
  const { drawn } = await drawTemplate({ ...input, document, sheet })
  if (!drawn) return undefined
  const { pdf } = await pictureFileOfDesign(drawn, { ...input, document, sheet })
  return pixelsOf(pdf, { page: 1, dpi: DPI, insetMm: sheet.bleed })
}

/** Zones whose print is read on the paper as it is. The mark of a sheet and the indicia are printed on white. */
const readOnPaper: ReadonlySet<string> = new Set(['address', 'coding', 'sequence'])

/** What is found of the ink in a zone; undefined where it is left white. */
const findingOf = ({ page, zone }: CoveredZone, ink: ZoneInk, sheet: Sheet): Finding | undefined => {
  if (!ink.isPrinted) return undefined
  const where = { page, box: zone }
  const isDark = ink.darkMm2 >= leastDarkMm2
  if (readOnPaper.has(zone.kind) ? isDark : zone.kind === 'sender' && ink.darkShare > darkShareOfSender) {
    const least = Math.round(leastReflectance * 100)
    const percent = Math.round(ink.darkReflectance * 100)
    return finding('error', say('zone_covered.pdf_dark', { zone: zone.kind, percent, least }), where)
  }
  const isLine = isDark && ink.darkShare <= darkShareOfSender
  if (zone.kind === 'sender' && isLine) return finding('warning', say('zone_covered.pdf_sender'), where)
  if (isLine && isAboveSender(zone, sheet))
    return finding('warning', say('zone_covered.pdf_above_sender'), where)
  return finding('warning', say('zone_covered.pdf_ink', { zone: zone.kind }), where)
}

/** How far above the return address a line is still read together with it, in mm. */
const ABOVE_MM = 1

/** Whether a window shows this zone right above the return address. */
const isAboveSender = ({ kind, page, x, y, w, h }: SheetZone, { zones }: Sheet): boolean =>
  kind === 'clear' &&
  zones.some(
    (sender) =>
      sender.kind === 'sender' &&
      sender.page === page &&
      Math.abs(y + h - sender.y) <= ABOVE_MM &&
      x < sender.x + sender.w &&
      sender.x < x + w,
  )
