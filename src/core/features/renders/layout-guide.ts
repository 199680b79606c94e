import * as v from 'valibot'
import { problem } from '../../kernel/errors.ts'
import type { BoxMm } from '../../kernel/finding.ts'
import type { InvoiceLanguage } from '../../model/billing.ts'
import type { SpecificationRow } from '../../model/products.ts'
import {
  type TemplateDocument,
  type TemplateDocumentInput,
  templateDocument,
} from '../../template/document.ts'
import { overlaps } from '../../template/geometry.ts'
import { limits } from '../../template/limits.ts'
import { type Sheet, type SheetZoneKind, zonesOn } from '../../template/sheet.ts'
import { renderProblems } from './sentences.ts'

/** Texts of a guide in one language, with formatters of its measurements. */
interface GuideTexts {
  mm(value: number): string
  /** Left, top · width × height. */
  box(box: BoxMm): string
  page(page: number): string
  cut(bleed: string): string
  safe(safe: string): string
  noSafe(safe: string): string
  window(box: string, play: string): string
  folds: string
  zones: string
  zone: Readonly<Record<SheetZoneKind, string>>
  remove: string
}

/** A semicolon separates coordinates in languages with a decimal comma. */
const measures = (locale: string, between: ', ' | '; '): Pick<GuideTexts, 'mm' | 'box'> => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false })
  const mm = (value: number) => format.format(value)
  return { mm, box: ({ x, y, w, h }) => `${mm(x)}${between}${mm(y)} · ${mm(w)} × ${mm(h)}` }
}

const guideTexts: Readonly<Record<InvoiceLanguage, GuideTexts>> = {
  en: {
    ...measures('en', ', '),
    page: (page) => `page ${page}`,
    cut: (bleed) => `Magenta: cut. Export with ${bleed} mm of bleed on each side.`,
    safe: (safe) => `Green: keep text ${safe} mm from the cut.`,
    noSafe: (safe) => `Text keeps ${safe} mm from the cut, which leaves no room for it.`,
    window: (box, play) => `Cyan: window ${box}; the piece moves by ${play} mm.`,
    folds: 'Cyan lines across: folds.',
    zones: 'Orange: zones that stay white, in mm: left, top · width × height',
    zone: {
      address: 'Address',
      postage: 'Postage',
      coding: 'Carrier’s code',
      sender: 'Return address',
      sequence: 'Piece number',
      mark: 'Mark of the sheet',
      clear: 'Clear',
    },
    remove: 'Remove this guide before you export.',
  },
  nl: {
    ...measures('nl', '; '),
    page: (page) => `pagina ${page}`,
    cut: (bleed) => `Magenta: snijlijn. Exporteer met ${bleed} mm afloop aan elke kant.`,
    safe: (safe) => `Groen: houd tekst ${safe} mm van de snijlijn.`,
    noSafe: (safe) => `Tekst blijft ${safe} mm van de snijlijn, en daarbinnen is geen ruimte.`,
    window: (box, play) => `Cyaan: venster ${box}; het poststuk schuift ${play} mm.`,
    folds: 'Cyaan, dwars: vouwlijnen.',
    zones: 'Oranje: zones die wit blijven, in mm: links; boven · breedte × hoogte',
    zone: {
      address: 'Adres',
      postage: 'Frankering',
      coding: 'Codering',
      sender: 'Retourregel',
      sequence: 'Stuknummer',
      mark: 'Merk van het vel',
      clear: 'Blijft leeg',
    },
    remove: 'Haal deze hulplijnen weg voordat je exporteert.',
  },
  de: {
    ...measures('de', '; '),
    page: (page) => `Seite ${page}`,
    cut: (bleed) => `Magenta: Schnitt. Mit ${bleed} mm Beschnitt an jeder Seite exportieren.`,
    safe: (safe) => `Grün: Text ${safe} mm vom Schnitt entfernt halten.`,
    noSafe: (safe) => `Text bleibt ${safe} mm vom Schnitt entfernt; dafür ist kein Platz.`,
    window: (box, play) => `Cyan: Fenster ${box}; die Sendung bewegt sich um ${play} mm.`,
    folds: 'Cyan, quer: Falze.',
    zones: 'Orange: Zonen, die weiß bleiben, in mm: links; oben · Breite × Höhe',
    zone: {
      address: 'Adresse',
      postage: 'Frankierung',
      coding: 'Code des Zustellers',
      sender: 'Absender',
      sequence: 'Stücknummer',
      mark: 'Bogenmarke',
      clear: 'Frei',
    },
    remove: 'Diese Hilfslinien vor dem Export entfernen.',
  },
  fr: {
    ...measures('fr', '; '),
    page: (page) => `page ${page}`,
    cut: (bleed) => `Magenta : coupe. Exportez avec ${bleed} mm de fond perdu de chaque côté.`,
    safe: (safe) => `Vert : gardez le texte à ${safe} mm de la coupe.`,
    noSafe: (safe) => `Le texte reste à ${safe} mm de la coupe, ce qui ne lui laisse pas de place.`,
    window: (box, play) => `Cyan : fenêtre ${box} ; le pli bouge de ${play} mm.`,
    folds: 'Cyan, en travers : plis.',
    zones: 'Orange : zones qui restent blanches, en mm : gauche ; haut · largeur × hauteur',
    zone: {
      address: 'Adresse',
      postage: 'Affranchissement',
      coding: 'Code du transporteur',
      sender: 'Adresse de retour',
      sequence: 'Numéro du pli',
      mark: 'Repère de la feuille',
      clear: 'Libre',
    },
    remove: 'Retirez ce gabarit avant d’exporter.',
  },
}

type Specification = Pick<SpecificationRow, 'name' | 'sheet' | 'fold' | 'envelope'>
type Element = TemplateDocumentInput['pages'][number]['elements'][number]

const colors = {
  zone: { cmyk: [0, 12, 25, 0] },
  outline: { cmyk: [0, 60, 100, 0] },
  cut: { cmyk: [0, 100, 0, 0] },
  safe: { cmyk: [60, 0, 100, 0] },
  envelope: { cmyk: [100, 0, 0, 0] },
} satisfies TemplateDocumentInput['colors']

const strokeWidth = 0.2
const size = 6.5
const lineHeight = 1.25
const lineMm = (size * lineHeight * 25.4) / 72
const letterMm = (size * 0.6 * 25.4) / 72

/** A guide as a design, and a sheet for it without zones or safe area. */
export interface LayoutGuide {
  document: TemplateDocument
  sheet: Sheet
}

/**
 * Draws cut, bleed, safe area, zones, folds and window, with a legend in mm. Has a page for each distinct
 * side: further sheets repeat the first two. A legend that would hide a zone moves to a page at the end.
 * Throws 409 for a sheet that no design can have.
 */
export const layoutGuide = (specification: Specification, language: InvoiceLanguage): LayoutGuide => {
  const { indicia: _, preflight: __, ...sheet } = specification.sheet
  const { trim, bleed, pages } = sheet
  assertOfDesign(sheet)
  const count = Math.min(pages.max, Math.max(pages.min, 2), limits.pages)
  const drawn = Array.from({ length: count }, (_, index) => {
    const page = index + 1
    const lines = legendLines(specification, page, guideTexts[language])
    const box = legendBox(sheet, zonesOn(sheet, page), lines)
    const place = box ?? ownPage(sheet)
    const legend: Element = { ...text, ...place, text: lines.join('\n'), overflow: 'clip' }
    return { elements: elementsOf(specification, page), legend, hasRoom: box !== undefined }
  })
  let pageCount = 0
  const sides = drawn.filter(({ hasRoom }) => {
    pageCount += hasRoom ? 1 : 2
    return pageCount <= limits.pages
  })
  const all = [
    ...sides.map(({ elements, legend, hasRoom }) => (hasRoom ? [...elements, legend] : elements)),
    ...sides.flatMap(({ legend, hasRoom }) => (hasRoom ? [] : [[legend]])),
  ]
  const document = v.parse(templateDocument, {
    ...{ schema: 1, trim: { w: trim.w, h: trim.h }, bleed, safe: 0, locale: language },
    fonts: [{ id: 'noto-sans' }],
    colors,
    pages: all.map((elements, index) => ({ side: index % 2 === 0 ? 'front' : 'back', elements })),
  } satisfies TemplateDocumentInput)
  return { document, sheet: { ...sheet, zones: [], safe: 0, pages: { min: 1, max: all.length } } }
}

/** Throws 409 for sheet sizes that catalogues allow and designs don't. */
const assertOfDesign = ({ trim: { w, h }, bleed }: Pick<Sheet, 'trim' | 'bleed'>): void => {
  const { trimMinMm: least, trimMaxMm: most, bleedMaxMm } = limits
  if (Math.min(w, h) >= least && Math.max(w, h) <= most && bleed <= bleedMaxMm) return
  throw problem(renderProblems.sentence('invalid_state.no_guide', { least, most, bleed: bleedMaxMm }))
}

/** True if the safe area is large enough for an element. */
const hasSafeArea = ({ trim, safe }: Pick<Sheet, 'trim' | 'safe'>): boolean =>
  Math.min(trim.w, trim.h) - 2 * safe >= limits.sizeMinMm

const elementsOf = (specification: Specification, page: number): Element[] => {
  const { sheet, fold, envelope } = specification
  const { w, h } = sheet.trim
  const zones = zonesOn(sheet, page)
  const outlined = (box: BoxMm, stroke: keyof typeof colors, fill?: keyof typeof colors): Element => ({
    ...{ type: 'rect', ...withinCut(box, sheet), stroke, strokeWidth, ...(fill ? { fill } : {}) },
  })
  const parts = { none: 1, half: 2, third: 3 }[fold]
  const folds = Array.from({ length: parts - 1 }, (_, index): Element => {
    const y = (h * (index + 1)) / parts
    return { type: 'line', x1: 1, y1: y, x2: w - 1, y2: y, stroke: 'envelope', strokeWidth }
  })
  const window = page === 1 ? envelope?.window : undefined
  return [
    ...zones.map((zone) => outlined(zone, 'outline', 'zone')),
    ...(window ? [outlined(window, 'envelope')] : []),
    ...folds,
    ...(hasSafeArea(sheet) ? [outlined(inset(sheet, sheet.safe), 'safe')] : []),
    outlined({ x: 0, y: 0, w, h }, 'cut'),
    ...zones.map((zone, index): Element => {
      const { x, y } = withinCut(zone, sheet)
      const place = { x: Math.min(x + 0.5, w - 6.5), y: Math.min(y + 0.3, h - 3.5), w: 6, h: 3.2 }
      return { ...text, ...place, text: String(index + 1), overflow: 'clip' }
    }),
  ]
}

const text = { type: 'text', font: 'noto-sans', size, lineHeight } as const

/** Moves a box inside the cut, because lines on the cut would need bleed. */
const withinCut = (box: BoxMm, { trim }: Pick<Sheet, 'trim'>): BoxMm => {
  const x = Math.min(Math.max(strokeWidth, box.x), trim.w - 2 * strokeWidth)
  const y = Math.min(Math.max(strokeWidth, box.y), trim.h - 2 * strokeWidth)
  const right = Math.min(trim.w - strokeWidth, box.x + box.w)
  const bottom = Math.min(trim.h - strokeWidth, box.y + box.h)
  return { x, y, w: Math.max(strokeWidth, right - x), h: Math.max(strokeWidth, bottom - y) }
}

const legendLines = (
  { name, sheet, fold, envelope }: Specification,
  page: number,
  texts: GuideTexts,
): string[] => {
  const { mm, box } = texts
  const { trim, bleed, safe } = sheet
  // Names in other scripts need fonts that an instance may lack.
  const title = /^[\u0020-\u007e\u00a0-\u024f]*$/.test(name) ? `${name.replaceAll(/[{}]/g, '')}, ` : ''
  const window = page === 1 && envelope?.window
  return [
    `${title}${texts.page(page)}: ${mm(trim.w)} × ${mm(trim.h)} mm`,
    texts.cut(mm(bleed)),
    hasSafeArea(sheet) ? texts.safe(mm(safe)) : texts.noSafe(mm(safe)),
    ...(window ? [texts.window(box(window), mm(envelope.play))] : []),
    ...(fold === 'none' ? [] : [texts.folds]),
    texts.zones,
    ...zonesOn(sheet, page).map((zone, index) => `${index + 1} ${texts.zone[zone.kind]}: ${box(zone)}`),
    texts.remove,
  ]
}

const inset = ({ trim }: Pick<Sheet, 'trim'>, margin: number): BoxMm => {
  return { x: margin, y: margin, w: trim.w - 2 * margin, h: trim.h - 2 * margin }
}

/** Position and text size of a legend on a page of its own. */
const ownPage = (sheet: Pick<Sheet, 'trim'>): BoxMm & { size?: number } => ({
  ...inset(sheet, 3),
  ...(Math.min(sheet.trim.w, sheet.trim.h) < 60 ? { size: limits.fontSizeMinPt } : {}),
})

/** Finds the topmost place for a legend that hides no zone; undefined if there is none. */
const legendBox = (
  sheet: Pick<Sheet, 'trim' | 'safe'>,
  zones: readonly BoxMm[],
  lines: readonly string[],
): BoxMm | undefined => {
  const safe = inset(sheet, Math.max(sheet.safe, 2) + 1)
  for (const w of [110, 85, 65, 50].filter((width) => width <= safe.w)) {
    const perLine = Math.floor(w / letterMm)
    const rows = lines.reduce((sum, line) => sum + Math.ceil(line.length / perLine), 0)
    const h = (rows + 0.5) * lineMm
    for (let y = safe.y; y + h <= safe.y + safe.h; y += 1) {
      for (let x = safe.x; x + w <= safe.x + safe.w; x += 1) {
        const box = { x, y, w, h }
        if (!zones.some((zone) => overlaps(zone, box))) return box
      }
    }
  }
  return undefined
}
