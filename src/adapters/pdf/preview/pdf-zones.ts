import { type BoxMm, type Finding, finding } from '../../../core/kernel/finding.ts'
import type { PreviewInput } from '../../../core/ports/renderer.ts'
import { inset, overlaps } from '../../../core/template/geometry.ts'
import { templateSentences } from '../../../core/template/sentences.ts'
import type { Sheet, SheetZone } from '../../../core/template/sheet.ts'
import { type CoveredZone, coveredZones, mayBeEmpty, mayBeUnseen } from '../../../core/template/zones.ts'
import { drawTemplate } from '../compile/compile.ts'
import { textFinding, textsIn } from '../compile/placed-pages.ts'
import { importPage } from '../import/page.ts'
import { within } from '../preflight/uses.ts'
import { type Pixels, pixelsOf } from '../raster.ts'
import { PdfDocument } from '../reader/document.ts'
import { pictureFileOfDesign } from '../render/picture.ts'

/**
 * The minimum reflectance of paper for readable black print, in the red and green light of sorting machines.
 * Carriers require a difference of 30 points between paper and ink, and a reflectance of 50 % where codes are
 * read. Black ink reflects some 5 %.
 */
const minReflectance = 0.5
/** A smaller dark area is a speck. */
const minDarkMm2 = 1
/** Lines of text fill at most a third of their box. A larger share is a dark area behind the address. */
const darkShareOfSender = 0.5

/** In mm; print this close to the edge of a zone only touches it. */
const TOUCHES_MM = 0.3
/** Values from here on look white in print; images are rarely completely white. */
const WHITE = 248

interface ZoneInk {
  isPrinted: boolean
  /** The area too dark to read on, and its share of the zone. */
  darkMm2: number
  darkShare: number
  /** The mean reflectance of that area, from 0 to 1. */
  darkReflectance: number
}

const inkIn = (pixels: Pixels, zone: BoxMm, sheet: Pick<Sheet, 'trim'>): ZoneInk => {
  let isPrinted = false
  let count = 0
  let dark = 0
  let sum = 0
  eachPixel(pixels, inset(zone, TOUCHES_MM), sheet, (red, green, blue) => {
    count++
    isPrinted ||= red < WHITE || green < WHITE || blue < WHITE
    const reflectance = reflectances[Math.min(red, green)]!
    if (reflectance >= minReflectance) return
    dark++
    sum += reflectance
  })
  const pixelMm2 = (sheet.trim.w / pixels.width) * (sheet.trim.h / pixels.height)
  return {
    isPrinted,
    darkMm2: dark * pixelMm2,
    darkShare: dark / Math.max(1, count),
    darkReflectance: dark === 0 ? 1 : sum / dark,
  }
}

/** The minimum difference between the lightest and the darkest pixel for letters to be legible. */
const MIN_CONTRAST = 10

/** True if a part of a drawn page has contrast. An evenly covered text has none. */
const hasContrast = (pixels: Pixels, box: BoxMm, sheet: Pick<Sheet, 'trim'>): boolean => {
  const least = [255, 255, 255]
  const most = [0, 0, 0]
  eachPixel(pixels, box, sheet, (...samples) => {
    for (const [at, sample] of samples.entries()) {
      least[at] = Math.min(least[at]!, sample)
      most[at] = Math.max(most[at]!, sample)
    }
  })
  return most.some((value, at) => value - least[at]! >= MIN_CONTRAST)
}

const reflectances = Float64Array.from({ length: 256 }, (_, step) => {
  const value = step / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const eachPixel = (
  { data, width, height }: Pixels,
  { x, y, w, h }: BoxMm,
  { trim }: Pick<Sheet, 'trim'>,
  visit: (red: number, green: number, blue: number) => void,
): void => {
  const across = width / trim.w
  const down = height / trim.h
  const left = Math.max(0, Math.floor(x * across))
  const right = Math.min(width, Math.ceil((x + w) * across))
  const bottom = Math.min(height, Math.ceil((y + h) * down))
  for (let row = Math.max(0, Math.floor(y * down)); row < bottom; row++) {
    for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
      visit(data[at]!, data[at + 1]!, data[at + 2]!)
  }
}

const { sentence } = templateSentences

/** The resolution of the measured pages, fine enough for the thinnest line of a design. */
const DPI = 100

/**
 * Replaces findings about zones covered by PDF pages with the result of measuring the drawn pages: none if
 * the zone is white, an error if its content would be unreadable or a text is visible, otherwise a warning.
 * Each page is drawn alone, as in a run. A preview measures only its own page, because a letter may have
 * many.
 */
export const withMeasuredZones = async (
  findings: readonly Finding[],
  input: PreviewInput,
): Promise<readonly Finding[]> => {
  const unmeasured = new Set(findings.filter(mayBeEmpty).map(keyOf))
  const texts = findings.filter(mayBeUnseen)
  if (unmeasured.size + texts.length === 0) return findings
  const pages = new DrawnPages(input)
  const measured = new Map<string, Finding[]>()
  for (const one of coveredZones(input.document, input.sheet)) {
    if (input.everyZone !== true && one.page !== input.page) continue
    const text = texts.find((found) => isTextOf(found, one))
    const place = text ?? one.finding
    if (!text && !unmeasured.has(keyOf(one.finding))) continue
    const before = measured.get(keyOf(place))
    const found = await measure(one, pages, input.sheet, text)
    measured.set(keyOf(place), before ? worst([...before, ...found]) : found)
  }
  return findings.flatMap((one) => measured.get(keyOf(one)) ?? [one])
}

const keyOf = (one: Finding): string => JSON.stringify(one)

const worst = (findings: readonly Finding[]): Finding[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .concat(findings)
    .slice(0, 1)

const isTextOf = ({ page, params, box }: Finding, covered: CoveredZone): boolean =>
  page === covered.page &&
  params?.zone === covered.zone.kind &&
  box !== undefined &&
  overlaps(box, covered.zone) &&
  overlaps(box, covered.box)

/** A zone has room for some lines only. With more texts than this, one of them is assumed to be visible. */
const MAX_TEXTS = 1_000

const measure = async (
  one: CoveredZone,
  pages: DrawnPages,
  sheet: Sheet,
  text: Finding | undefined,
): Promise<Finding[]> => {
  const pixels = await pages.draw(one)
  if (!pixels) return [text ?? one.finding]
  const ink = findingOf(one, inkIn(pixels, one.zone, sheet), sheet)
  if (!text) return ink ? [ink] : []
  const { zone, page } = one
  const texts = pages.textsIn(one)
  const seen =
    texts.length > MAX_TEXTS ? texts[0] : texts.find((box) => hasContrast(pixels, within(box, zone)!, sheet))
  if (seen) return [textFinding(zone, seen)]
  const unseen = finding('warning', sentence('zone_covered.pdf_text_unseen', { zone: zone.kind }), {
    page,
    box: zone,
  })
  return [unseen, ...(ink ? [ink] : [])]
}

class DrawnPages {
  readonly #input: PreviewInput
  readonly #drawn = new Map<string, Pixels | undefined>()
  readonly #pages = new Map<string, ReturnType<typeof importPage>>()

  constructor(input: PreviewInput) {
    this.#input = input
  }

  async draw(one: CoveredZone): Promise<Pixels | undefined> {
    const key = `${one.page} ${one.element}`
    if (!this.#drawn.has(key)) this.#drawn.set(key, await pageOf(one, this.#input))
    return this.#drawn.get(key)
  }

  textsIn({ page, element: at, zone }: CoveredZone): BoxMm[] {
    const element = this.#input.document.pages[page - 1]!.elements[at]!
    const asset = element.type === 'pdf' && this.#input.assets.find(({ id }) => id === element.asset)
    if (!asset) return []
    const key = `${asset.id} ${element.page}`
    const read = this.#pages.get(key) ?? importPage(new PdfDocument(asset.bytes), element.page)
    this.#pages.set(key, read)
    const { width, height } = read.form
    const boxes = textsIn(zone, { page, box: element, width, height }, read.texts)
    return [...new Map(boxes.map((box) => [`${box.x} ${box.y} ${box.w} ${box.h}`, box])).values()]
  }
}

/** Draws the sheet with only this element; undefined if it can't be drawn. */
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

/** Zones that are read directly on the paper. Sheet marks and the indicia have a white background. */
const readOnPaper: ReadonlySet<string> = new Set(['address', 'coding', 'sequence'])

const findingOf = ({ page, zone }: CoveredZone, ink: ZoneInk, sheet: Sheet): Finding | undefined => {
  if (!ink.isPrinted) return undefined
  const where = { page, box: zone }
  const isDark = ink.darkMm2 >= minDarkMm2
  if (readOnPaper.has(zone.kind) ? isDark : zone.kind === 'sender' && ink.darkShare > darkShareOfSender) {
    const least = Math.round(minReflectance * 100)
    const percent = Math.round(ink.darkReflectance * 100)
    return finding('error', sentence('zone_covered.pdf_dark', { zone: zone.kind, percent, least }), where)
  }
  const isLine = isDark && ink.darkShare <= darkShareOfSender
  if (zone.kind === 'sender' && isLine) return finding('warning', sentence('zone_covered.pdf_sender'), where)
  if (isLine && isAboveSender(zone, sheet))
    return finding('warning', sentence('zone_covered.pdf_above_sender'), where)
  return finding('warning', sentence('zone_covered.pdf_ink', { zone: zone.kind }), where)
}

/** The distance above the return address within which a line is read together with it, in mm. */
const ABOVE_MM = 1

/** True if an envelope window shows this zone directly above the return address. */
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
