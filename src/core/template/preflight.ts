import { type BoxMm, type Finding, finding } from '../kernel/finding.ts'
import type { Sentence } from '../kernel/sentences.ts'
import { colourOf, type TemplateDocument, type TemplateElement } from './document.ts'
import { elementBox } from './geometry.ts'
import { type PreflightRule, preflightDefaults } from './preflight-rules.ts'
import { templateSentences } from './sentences.ts'
import type { Sheet } from './sheet.ts'

export const preflightLimits = {
  /** Limit of stocks without their own. */
  maxInkPercent: 330,
  /** Smaller text is small, in points. */
  smallTextPt: 5,
  /** Smaller text can't be printed as dots, in points. */
  smallTintPt: 6,
  hairlineMm: 0.1,
  /** Black ink from which a colour counts as black. */
  blackPercent: 85,
  lowPpi: 150,
} as const

type Cmyk = readonly [number, number, number, number]

export const inkTotal = (cmyk: Cmyk): number => cmyk.reduce((sum, ink) => sum + ink, 0)
export const inkCount = (cmyk: Cmyk): number => cmyk.filter((ink) => ink > 0).length
export const isRichBlack = (cmyk: Cmyk): boolean =>
  inkCount(cmyk) === 4 && cmyk[3] >= preflightLimits.blackPercent

/** Returns a finding with the product's severity; none if the product has switched the rule off. */
export const preflightFinding = (
  sheet: Pick<Sheet, 'preflight'>,
  rule: PreflightRule,
  sentence: Sentence,
  where: { page: number; box?: BoxMm },
): Finding[] => {
  const severity = sheet.preflight?.[rule] ?? preflightDefaults[rule]
  return severity === 'off' ? [] : [finding(severity, sentence, where)]
}

export const inkLimitOf = ({ maxInkPercent }: Pick<Sheet, 'maxInkPercent'>): number =>
  maxInkPercent ?? preflightLimits.maxInkPercent

const percent = (value: number): number => Math.round(value)

/** Checks one colour of text, a line or a surface, whichever program painted it. */
export const inkFindings = (
  sheet: Pick<Sheet, 'preflight' | 'maxInkPercent'>,
  cmyk: Cmyk,
  use: { textPt?: number; isLine?: boolean },
  where: { page: number; box?: BoxMm },
): Finding[] => {
  const findings: Finding[] = []
  const add = (rule: PreflightRule, sentence: Sentence) =>
    findings.push(...preflightFinding(sheet, rule, sentence, where))
  const limit = inkLimitOf(sheet)
  if (inkTotal(cmyk) > limit + 0.5)
    add('ink_total', templateSentences.sentence('ink_total', { ink: percent(inkTotal(cmyk)), limit }))
  const size = use.textPt === undefined ? undefined : Math.round(use.textPt * 100) / 100
  if (size !== undefined && size < preflightLimits.smallTextPt && inkCount(cmyk) > 1) {
    add(
      'small_text_inks',
      templateSentences.sentence('small_text_inks', {
        size,
        inks: inkCount(cmyk),
        least: preflightLimits.smallTextPt,
      }),
    )
  } else if (size !== undefined && size < preflightLimits.smallTintPt && isTint(cmyk)) {
    add(
      'small_text_tint',
      templateSentences.sentence('small_text_tint', {
        size,
        ink: percent(Math.max(...cmyk)),
        least: preflightLimits.smallTintPt,
      }),
    )
  }
  if ((size !== undefined || use.isLine) && isRichBlack(cmyk))
    add('rich_black', templateSentences.sentence('rich_black'))
  return findings
}

const isTint = (cmyk: Cmyk): boolean => {
  const most = Math.max(...cmyk)
  return most > 0 && most < 100
}

export const hairlineFinding = (
  sheet: Pick<Sheet, 'preflight'>,
  widthMm: number,
  where: { page: number; box?: BoxMm },
): Finding[] =>
  widthMm >= preflightLimits.hairlineMm - 1e-6
    ? []
    : preflightFinding(
        sheet,
        'hairline',
        templateSentences.sentence('hairline', {
          width: Math.round(widthMm * 1000) / 1000,
          least: preflightLimits.hairlineMm,
        }),
        where,
      )

/** Checks the element's own text, lines and surfaces. The renderer checks files. */
export const elementPreflight = (
  document: TemplateDocument,
  sheet: Sheet,
  element: TemplateElement,
  page: number,
): Finding[] => {
  const box = elementBox(element, sheet, page)
  const where = { page, ...(box ? { box } : {}) }
  const inks = (name: string | undefined) => (name === undefined ? undefined : colourOf(document, name))
  const ink = (name: string | undefined, use: { textPt?: number; isLine?: boolean }) => {
    const cmyk = inks(name)
    return cmyk ? inkFindings(sheet, cmyk, use, where) : []
  }
  if (element.type === 'text') {
    const least = element.overflow === 'shrink' ? (element.minSize ?? element.size) : element.size
    return ink(element.color, { textPt: Math.min(least, element.size) })
  }
  if (element.type === 'line')
    return [...ink(element.stroke, { isLine: true }), ...hairlineFinding(sheet, element.strokeWidth, where)]
  if (element.type === 'rect' || element.type === 'ellipse') {
    return [
      ...ink(element.fill, {}),
      ...ink(element.stroke, { isLine: true }),
      ...shapeHairline(sheet, element, where),
    ]
  }
  return []
}

/** A filled shape without an outline may itself be a line. */
const shapeHairline = (
  sheet: Pick<Sheet, 'preflight'>,
  { stroke, strokeWidth, fill, w, h }: Extract<TemplateElement, { type: 'rect' | 'ellipse' }>,
  where: { page: number; box?: BoxMm },
): Finding[] => {
  if (stroke !== undefined) return hairlineFinding(sheet, strokeWidth, where)
  return fill === undefined ? [] : hairlineFinding(sheet, Math.min(w, h), where)
}
