import type { BoxMm, Finding } from '../kernel/finding.ts'
import { characterCount } from '../kernel/text.ts'
import { colourOf, type TemplateAsset, type TemplateDocument, type TemplateElement } from './document.ts'
import { contains, elementBox, overlaps, TOLERANCE_MM } from './geometry.ts'
import { limits } from './limits.ts'
import type { Sheet, SheetZone } from './sheet.ts'
import { builtInVariables, parseTags, taggedText } from './tags.ts'

/** The resources that a document may refer to. */
export interface KnownResources {
  /** Ids of the platform's fonts. */
  fonts: readonly string[]
  assets: readonly TemplateAsset[]
}

/**
 * Checks the rules for publishing that need neither fonts nor pixels (docs/design.md#template-document); the
 * renderer checks the others. An error keeps the template from being published.
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

const error = (
  code: string,
  message: string,
  where: { page?: number; box?: BoxMm; field?: string } = {},
): Finding => ({
  code,
  severity: 'error',
  message,
  ...(where.field === undefined ? {} : { field: where.field }),
  ...(where.page === undefined ? {} : { page: where.page }),
  ...(where.box ? { box: { x: where.box.x, y: where.box.y, w: where.box.w, h: where.box.h } } : {}),
})

const differs = (a: number, b: number): boolean => Math.abs(a - b) > TOLERANCE_MM

const sheetFindings = (document: TemplateDocument, sheet: Sheet): Finding[] => {
  const findings: Finding[] = []
  const { trim, pages } = document
  if (differs(trim.w, sheet.trim.w) || differs(trim.h, sheet.trim.h)) {
    const message = `The trim is ${trim.w} × ${trim.h} mm, the product's is ${sheet.trim.w} × ${sheet.trim.h} mm.`
    findings.push(error('trim_mismatch', message, { field: 'trim' }))
  }
  if (differs(document.bleed, sheet.bleed)) {
    const message = `The bleed is ${document.bleed} mm, the product's is ${sheet.bleed} mm.`
    findings.push(error('bleed_mismatch', message, { field: 'bleed' }))
  }
  if (document.safe < sheet.safe - TOLERANCE_MM) {
    const message = `The safe distance is ${document.safe} mm, the product needs at least ${sheet.safe} mm.`
    findings.push(error('safe_too_small', message, { field: 'safe' }))
  }
  if (pages.length < sheet.pages.min || pages.length > sheet.pages.max) {
    const range =
      sheet.pages.min === sheet.pages.max ? sheet.pages.min : `${sheet.pages.min} to ${sheet.pages.max}`
    findings.push(
      error('page_count', `The document has ${pages.length} pages, the product takes ${range}.`, {
        field: 'pages',
      }),
    )
  }
  for (const [index, page] of pages.entries()) {
    if (page.side === 'back' && pages[index - 1]?.side !== 'front') {
      findings.push(
        error('page_side', `Page ${index + 1} is a back without a front before it.`, { page: index + 1 }),
      )
    }
  }
  const hasAddress = pages.some((page) => page.elements.some((element) => element.type === 'address'))
  if (!hasAddress && sheet.zones.some((zone) => zone.kind === 'address')) {
    findings.push(
      error('address_missing', 'No page has an address element: the piece could not be delivered.'),
    )
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
      findings.push(error('variable_duplicate', `"${name}" and "${twin}" differ in case only.`, { field }))
    }
    seen.set(name.toLowerCase(), name)
    if (builtInVariables.includes(name)) {
      findings.push(
        error('variable_reserved', `"${name}" is filled by the service and cannot be declared.`, { field }),
      )
    }
    if (characterCount(variable.sample) > variable.maxLength) {
      findings.push(
        error('sample_too_long', `The sample of "${name}" is longer than its maxLength.`, { field }),
      )
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
      findings.push(error('font_duplicate', `The font "${font.id}" is listed twice.`, { field }))
    seen.add(font.id)
    if (font.asset === undefined) {
      if (!known.fonts.includes(font.id)) {
        findings.push(error('font_unknown', `There is no platform font "${font.id}".`, { field }))
      }
      continue
    }
    const asset = known.assets.find(({ id }) => id === font.asset)
    if (asset?.format !== 'font') {
      const problem = asset ? 'is not a font' : 'does not exist'
      findings.push(error('font_unknown', `The font asset "${font.asset}" ${problem}.`, { field }))
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
        findings.push(error('element_duplicate', `Two elements have the id "${id}".`, { page: index + 1 }))
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
    ...(element.type === 'address' && !box
      ? [error('address_zone_missing', `The product has no address zone on page ${page}.`, { page })]
      : []),
    ...(element.type === 'address' && element.size < limits.addressMinPt
      ? [
          error(
            'address_too_small',
            `The address is set in ${element.size} pt, ${limits.addressMinPt} pt are the least.`,
            where,
          ),
        ]
      : []),
    ...(element.type === 'qr' && element.quietZone < limits.qrQuietZoneMinModules
      ? [
          error(
            'qr_quiet_zone',
            `The quiet zone is ${element.quietZone} modules, ${limits.qrQuietZoneMinModules} are the least.`,
            where,
          ),
        ]
      : []),
    ...('minSize' in element && element.minSize !== undefined && element.minSize > element.size
      ? [error('min_size', `minSize ${element.minSize} is larger than size ${element.size}.`, where)]
      : []),
  ]
}

type Where = { page: number; box?: BoxMm }

const tagFindings = (document: TemplateDocument, element: TemplateElement, where: Where): Finding[] => {
  const { parts, malformed } = parseTags(taggedText(element) ?? '')
  const findings = malformed.map((text) => error('tag_malformed', `"${text}" is not a tag.`, where))
  const names = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))
  if (element.showIf) names.add(element.showIf.var)
  for (const name of names) {
    if (Object.hasOwn(document.variables, name) || builtInVariables.includes(name)) continue
    findings.push(error('tag_unknown', `There is no variable "${name}".`, where))
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
    findings.push(error('font_unknown', `The document lists no font "${element.font}".`, where))
  }
  for (const key of ['color', 'fill', 'stroke'] as const) {
    const name = key in element ? (element as Partial<Record<typeof key, string>>)[key] : undefined
    if (name !== undefined && !colourOf(document, name)) {
      findings.push(error('color_unknown', `There is no colour "${name}".`, where))
    }
  }
  if (element.type === 'image' || element.type === 'pdf') {
    const asset = known.assets.find(({ id }) => id === element.asset)
    const formats: readonly string[] = ASSET_FORMATS[element.type]
    if (element.asset.includes('{{')) {
      const message = 'A picture cannot depend on a merge field: put each of them on its place with a showIf.'
      findings.push(error('asset_variable', message, where))
    } else if (!asset) findings.push(error('asset_unknown', `There is no asset "${element.asset}".`, where))
    else if (!formats.includes(asset.format)) {
      findings.push(error('asset_unknown', `The asset "${element.asset}" is a ${asset.format} file.`, where))
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
    findings.push(error('element_outside_page', 'The element reaches beyond the bleed.', where))
  }
  const safe = document.safe
  const isReading = element.type === 'text' || element.type === 'qr'
  if (isReading && !contains({ x: safe, y: safe, w: w - 2 * safe, h: h - 2 * safe }, box)) {
    findings.push(error('outside_safe', `Text and codes keep ${safe} mm from the trim.`, where))
  }
  if (!isReading && stopsShortOfBleed(box, sheet)) {
    findings.push(error('bleed_short', `What touches the trim must reach ${bleed} mm beyond it.`, where))
  }
  for (const zone of sheet.zones) {
    if (zone.page === page && overlaps(zone, box)) findings.push(zoneFinding(element, zone, where))
  }
  return findings
}

/**
 * The finding for a PDF over a zone. It may leave the zone white, which cannot be seen here, so a person is
 * asked to check.
 */
const zoneFinding = (element: TemplateElement, zone: SheetZone, where: Where): Finding => {
  const message = `The element lies in the ${zone.kind} zone.`
  if (element.type !== 'pdf') return error('zone_covered', message, where)
  return {
    ...error('zone_covered', `${message} Make sure that the page is empty there.`, where),
    severity: 'warning',
  }
}

/** Whether art touches a trim edge without filling the bleed, which would show a white line after cutting. */
const stopsShortOfBleed = (box: BoxMm, sheet: Sheet): boolean => {
  const short = (edge: number) => edge <= TOLERANCE_MM && edge > -sheet.bleed + TOLERANCE_MM
  return (
    short(box.x) || short(box.y) || short(sheet.trim.w - box.x - box.w) || short(sheet.trim.h - box.y - box.h)
  )
}
