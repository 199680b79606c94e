import type { Finding } from '../../core/kernel/finding.ts'
import type { PreviewInput } from '../../core/ports/renderer.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import { type CoveredZone, coveredZones, mayBeEmpty } from '../../core/template/zones.ts'
import { drawTemplate } from './compile.ts'
import { pictureFileOfDesign } from './picture-file.ts'
import { type Pixels, pixelsOf } from './raster.ts'

/** Fine enough for the thinnest line of a design. */
const DPI = 100
/** What looks white on paper: pictures are rarely white to the last step. */
const WHITE = 248

/**
 * The findings without those of zones that a PDF lies over but leaves white. Each such page of a PDF is drawn
 * alone, as the press draws it: of one page for a preview, since a letter may have many.
 */
export const withoutEmptyZones = async (
  findings: readonly Finding[],
  input: PreviewInput,
): Promise<readonly Finding[]> => {
  if (!findings.some(mayBeEmpty)) return findings
  const covered = coveredZones(input.document, input.sheet).filter(({ finding }) => mayBeEmpty(finding))
  const isLookedAt = ({ page }: CoveredZone) => input.everyZone === true || page === input.page
  const printed = new Set<string>()
  const drawn = new Map<string, Pixels | undefined>()
  for (const one of covered) {
    const key = `${one.page} ${one.element}`
    if (!isLookedAt(one)) {
      printed.add(JSON.stringify(one.finding))
      continue
    }
    if (!drawn.has(key)) drawn.set(key, await pageOf(one, input))
    const pixels = drawn.get(key)
    if (!pixels || isPrinted(pixels, one, input.sheet)) printed.add(JSON.stringify(one.finding))
  }
  return findings.filter((finding) => !mayBeEmpty(finding) || printed.has(JSON.stringify(finding)))
}

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

const isPrinted = ({ data, width, height }: Pixels, { zone }: CoveredZone, { trim }: Sheet): boolean => {
  const across = width / trim.w
  const down = height / trim.h
  const left = Math.max(0, Math.floor(zone.x * across))
  const right = Math.min(width, Math.ceil((zone.x + zone.w) * across))
  const bottom = Math.min(height, Math.ceil((zone.y + zone.h) * down))
  for (let y = Math.max(0, Math.floor(zone.y * down)); y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      if (data[at]! < WHITE || data[at + 1]! < WHITE || data[at + 2]! < WHITE) return true
    }
  }
  return false
}
