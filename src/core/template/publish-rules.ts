import { type BoxMm, type Finding, finding } from '../kernel/finding.ts'
import { hasUserInformation } from '../kernel/network.ts'
import type { Sentence } from '../kernel/sentences.ts'
import { characterCount } from '../kernel/text.ts'
import { colourOf, type TemplateAsset, type TemplateDocument, type TemplateElement } from './document.ts'
import { decimalsOf, isValueOf } from './field-values.ts'
import { contains, elementBox, overlaps, TOLERANCE_MM } from './geometry.ts'
import { limits } from './limits.ts'
import { elementPreflight, preflightFinding } from './preflight.ts'
import { templateSentences } from './sentences.ts'
import { type Sheet, type SheetZone, zonesOn } from './sheet.ts'
import {
  builtInVariables,
  isBlank,
  linesBesideSalutation,
  parseTags,
  printsSalutation,
  providedVariables,
  taggedText,
} from './tags.ts'

export interface KnownResources {
  fonts: readonly string[]
  assets: readonly TemplateAsset[]
}

/**
 * Checks the rules that need neither fonts nor pixels (docs/design-templates.md). The renderer checks the
 * others. An error prevents publication.
 */
export const publishFindings = (
  document: TemplateDocument,
  sheet: Sheet,
  known: KnownResources,
): Finding[] => [
  ...sheetFindings(document, sheet),
  ...variableFindings(document),
  ...fontFindings(document, known),
  ...document.pages.flatMap((page, index) =>
    page.elements.flatMap((element) => elementFindings(document, sheet, known, element, index + 1)),
  ),
  ...idFindings(document),
]

const error = (sentence: Sentence, where: { page?: number; box?: BoxMm; field?: string } = {}): Finding =>
  finding('error', sentence, where)

const differs = (a: number, b: number): boolean => Math.abs(a - b) > TOLERANCE_MM

const sheetFindings = (document: TemplateDocument, sheet: Sheet): Finding[] => {
  const findings: Finding[] = []
  const { trim, pages } = document
  if (differs(trim.w, sheet.trim.w) || differs(trim.h, sheet.trim.h)) {
    const product = { productW: sheet.trim.w, productH: sheet.trim.h }
    findings.push(
      error(templateSentences.sentence('trim_mismatch', { w: trim.w, h: trim.h, ...product }), {
        field: 'trim',
      }),
    )
  }
  if (differs(document.bleed, sheet.bleed)) {
    const sentence = templateSentences.sentence('bleed_mismatch', {
      bleed: document.bleed,
      productBleed: sheet.bleed,
    })
    findings.push(error(sentence, { field: 'bleed' }))
  }
  if (document.safe < sheet.safe - TOLERANCE_MM) {
    const sentence = templateSentences.sentence('safe_too_small', { safe: document.safe, least: sheet.safe })
    findings.push(error(sentence, { field: 'safe' }))
  }
  const { min: least, max: most } = sheet.pages
  if (pages.length < least || pages.length > most) {
    const sentence =
      least === most
        ? templateSentences.sentence('page_count.exact', { pages: pages.length, most })
        : templateSentences.sentence('page_count.range', { pages: pages.length, least, most })
    findings.push(error(sentence, { field: 'pages' }))
  }
  for (const [index, page] of pages.entries()) {
    if (page.side === 'back' && pages[index - 1]?.side !== 'front') {
      findings.push(error(templateSentences.sentence('page_side', { page: index + 1 }), { page: index + 1 }))
    }
  }
  const hasAddress = pages.some((page) => page.elements.some((element) => element.type === 'address'))
  if (!hasAddress && sheet.zones.some((zone) => zone.kind === 'address')) {
    findings.push(error(templateSentences.sentence('address_missing.element')))
  }
  return findings
}

const variableFindings = (document: TemplateDocument): Finding[] => {
  const findings: Finding[] = []
  const seen = new Map<string, string>()
  for (const [name, variable] of Object.entries(document.variables)) {
    const field = `variables.${name}`
    const twin = seen.get(name.toLowerCase())
    if (twin !== undefined) {
      findings.push(error(templateSentences.sentence('variable_duplicate', { name, other: twin }), { field }))
    }
    seen.set(name.toLowerCase(), name)
    if (builtInVariables.includes(name)) {
      findings.push(error(templateSentences.sentence('variable_reserved', { name }), { field }))
    }
    if (characterCount(variable.sample) > variable.maxLength) {
      findings.push(error(templateSentences.sentence('sample_too_long', { name }), { field }))
    } else if (!isBlank(variable.sample) && !isValueOf(variable, variable.sample)) {
      const { sample, type } = variable
      const isNumber = type === 'money' || type === 'decimal'
      const sentence = isNumber
        ? templateSentences.sentence('sample_invalid.number', {
            name,
            sample,
            decimals: decimalsOf(variable),
          })
        : templateSentences.sentence('sample_invalid.kind', { name, sample, type })
      findings.push(finding('warning', sentence, { field }))
    }
  }
  return findings
}

const fontFindings = (document: TemplateDocument, known: KnownResources): Finding[] => {
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const [index, font] of document.fonts.entries()) {
    const field = `fonts.${index}`
    if (seen.has(font.id))
      findings.push(error(templateSentences.sentence('font_duplicate', { font: font.id }), { field }))
    seen.add(font.id)
    if (font.asset === undefined) {
      if (!known.fonts.includes(font.id)) {
        findings.push(
          error(templateSentences.sentence('font_unknown.platform', { font: font.id }), { field }),
        )
      }
      continue
    }
    const asset = known.assets.find(({ id }) => id === font.asset)
    if (asset?.format !== 'font') {
      const kind = asset ? 'not_a_font' : 'asset'
      findings.push(
        error(templateSentences.sentence(`font_unknown.${kind}`, { asset: font.asset }), { field }),
      )
    }
  }
  return findings
}

const idFindings = (document: TemplateDocument): Finding[] => {
  const seen = new Set<string>()
  const findings: Finding[] = []
  for (const [index, page] of document.pages.entries()) {
    for (const { id } of page.elements) {
      if (id === undefined) continue
      if (seen.has(id))
        findings.push(error(templateSentences.sentence('element_duplicate', { id }), { page: index + 1 }))
      seen.add(id)
    }
  }
  return findings
}

const elementFindings = (
  document: TemplateDocument,
  sheet: Sheet,
  known: KnownResources,
  element: TemplateElement,
  page: number,
): Finding[] => {
  const box = elementBox(element, sheet, page)
  const where = { page, ...(box ? { box } : {}) }
  return [
    ...tagFindings(document, element, where),
    ...referenceFindings(document, known, element, where),
    ...(box ? placeFindings(document, sheet, element, page, box) : []),
    ...elementPreflight(document, sheet, element, page),
    ...(element.type === 'address' && !box
      ? [error(templateSentences.sentence('address_zone_missing', { page }), { page })]
      : []),
    ...(element.type === 'address' && element.size < limits.addressMinPt
      ? [
          error(
            templateSentences.sentence('address_too_small', {
              size: element.size,
              least: limits.addressMinPt,
            }),
            where,
          ),
        ]
      : []),
    ...(element.type === 'qr' && element.quietZone < limits.qrQuietZoneMinModules
      ? [
          error(
            templateSentences.sentence('qr_quiet_zone', {
              modules: element.quietZone,
              least: limits.qrQuietZoneMinModules,
            }),
            where,
          ),
        ]
      : []),
    ...(element.type === 'qr' && hasUserInformation(element.content)
      ? [error(templateSentences.sentence('qr_user_information'), where)]
      : []),
    ...('minSize' in element && element.minSize !== undefined && element.minSize > element.size
      ? [
          error(
            templateSentences.sentence('min_size', { minSize: element.minSize, size: element.size }),
            where,
          ),
        ]
      : []),
  ]
}

type Where = { page: number; box?: BoxMm }

const tagFindings = (document: TemplateDocument, element: TemplateElement, where: Where): Finding[] => {
  const { parts, malformed } = parseTags(taggedText(element) ?? '')
  const findings = malformed.map((tag) => error(templateSentences.sentence('tag_malformed', { tag }), where))
  const names = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))
  if (element.showIf) names.add(element.showIf.var)
  for (const name of names) {
    if (Object.hasOwn(document.variables, name) || providedVariables.includes(name)) continue
    findings.push(error(templateSentences.sentence('tag_unknown', { name }), where))
  }
  if (element.type === 'text' && names.has('salutation') && printsSalutation(document)) {
    for (const line of linesBesideSalutation(element.text))
      findings.push(
        finding(
          'warning',
          templateSentences.sentence('salutation_beside', { line: line.slice(0, 60) }),
          where,
        ),
      )
  }
  return findings
}

const ASSET_FORMATS = { image: ['jpeg', 'png'], pdf: ['pdf'] } as const

const referenceFindings = (
  document: TemplateDocument,
  known: KnownResources,
  element: TemplateElement,
  where: Where,
): Finding[] => {
  const findings: Finding[] = []
  if ('font' in element && !document.fonts.some(({ id }) => id === element.font)) {
    findings.push(error(templateSentences.sentence('font_unknown.not_listed', { font: element.font }), where))
  }
  for (const key of ['color', 'fill', 'stroke'] as const) {
    const name = key in element ? (element as Partial<Record<typeof key, string>>)[key] : undefined
    if (name !== undefined && !colourOf(document, name)) {
      findings.push(error(templateSentences.sentence('color_unknown', { color: name }), where))
    }
  }
  if (element.type === 'image' || element.type === 'pdf') {
    const asset = known.assets.find(({ id }) => id === element.asset)
    const formats: readonly string[] = ASSET_FORMATS[element.type]
    if (element.asset.includes('{{')) {
      findings.push(error(templateSentences.sentence('asset_variable'), where))
    } else if (!asset) {
      findings.push(
        error(templateSentences.sentence('asset_unknown.missing', { asset: element.asset }), where),
      )
    } else if (!formats.includes(asset.format)) {
      findings.push(
        error(
          templateSentences.sentence('asset_unknown.format', { asset: asset.id, format: asset.format }),
          where,
        ),
      )
    }
  }
  return findings
}

const placeFindings = (
  document: TemplateDocument,
  sheet: Sheet,
  element: TemplateElement,
  page: number,
  box: BoxMm,
): Finding[] => {
  if (element.type === 'address') return []
  const { w, h } = sheet.trim
  const where = { page, box }
  const findings: Finding[] = []
  const bleed = sheet.bleed
  if (!contains({ x: -bleed, y: -bleed, w: w + 2 * bleed, h: h + 2 * bleed }, box)) {
    findings.push(
      element.type === 'pdf'
        ? finding('warning', templateSentences.sentence('element_outside_page.pdf'), where)
        : error(templateSentences.sentence('element_outside_page.element'), where),
    )
  }
  const safe = document.safe
  const isReading = element.type === 'text' || element.type === 'qr'
  if (isReading && !contains({ x: safe, y: safe, w: w - 2 * safe, h: h - 2 * safe }, box)) {
    findings.push(error(templateSentences.sentence('outside_safe', { safe }), where))
  }
  if (!isReading && stopsShortOfBleed(box, sheet)) {
    // A design without bleed is correct if its edges are white.
    if (element.type !== 'pdf')
      findings.push(error(templateSentences.sentence('bleed_short', { bleed }), where))
    else
      findings.push(
        ...preflightFinding(
          sheet,
          'bleed_missing',
          templateSentences.sentence('bleed_missing.edge', { bleed }),
          where,
        ),
      )
  }
  for (const zone of zonesOn(sheet, page)) {
    if (overlaps(zone, box)) findings.push(zoneFinding(element, zone, where))
  }
  return findings
}

/** A PDF gets a warning with the zone's box: only the renderer can measure whether the zone stays white. */
export const zoneFinding = ({ type }: TemplateElement, zone: SheetZone, where: Where): Finding =>
  type === 'pdf'
    ? finding('warning', templateSentences.sentence('zone_covered.pdf', { zone: zone.kind }), {
        ...where,
        box: zone,
      })
    : error(templateSentences.sentence('zone_covered.element', { zone: zone.kind }), where)

/** An element that touches a trim edge without filling the bleed shows a white line after cutting. */
const stopsShortOfBleed = (box: BoxMm, sheet: Sheet): boolean => {
  const short = (edge: number) => edge <= TOLERANCE_MM && edge > -sheet.bleed + TOLERANCE_MM
  return (
    short(box.x) || short(box.y) || short(sheet.trim.w - box.x - box.w) || short(sheet.trim.h - box.y - box.h)
  )
}
