import type { BoxMm } from '../kernel/finding.ts'

/**
 * Identifies run, piece and sheet, and marks the end of a set. Printed as a DataMatrix with the same text
 * next to it, for inserters, a return desk and operators on the phone (docs/design/sheets.md).
 */
export interface SheetMark {
  /** The last characters of the run's id, to compare with the ticket. */
  run: string
  /** Position of the piece in its run, from 1. */
  sequence: number
  item: string
  /** Position of the sheet in the piece, from 1. */
  sheet: number
  /** Number of sheets of the piece. */
  sheets: number
  /** The sheet replaces a spoiled one of the same run, at the same position. */
  isRemake?: boolean
}

/** A mark as read, with its check value. */
export interface ReadMark extends Required<SheetMark> {
  /** The last sheet of the piece, after which an inserter closes the envelope. */
  isEnd: boolean
  /** Proof that this instance printed it (`checkOf`). */
  check: string
}

/** Version of the text, at the start of every mark. */
const VERSION = 'LS1'
const RUN_LENGTH = 8
const SEQUENCE_DIGITS = 7
const ITEM_LENGTH = 12
const SHEET_DIGITS = 2
const CHECK_LENGTH = 4
const REMAKE = 'REMAKE'

/** Crockford's base 32, as in ids and tracking codes: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = '[0-9A-HJKMNP-TV-Z]'
const PATTERN = new RegExp(
  `^${VERSION}(${CODE}{${RUN_LENGTH}})(\\d{${SEQUENCE_DIGITS}})(${CODE}{${ITEM_LENGTH}})(\\d\\d)(\\d\\d)([0-3])(${CODE}{${CHECK_LENGTH}})$`,
)

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** The end of the run's id. */
export const runCodeOf = (runId: string): string => runId.slice(-RUN_LENGTH).padStart(RUN_LENGTH, '0')

const bodyOf = ({ run, sequence, item, sheet, sheets, isRemake = false }: SheetMark): string =>
  VERSION +
  run +
  digits(sequence, SEQUENCE_DIGITS) +
  item +
  digits(sheet, SHEET_DIGITS) +
  digits(sheets, SHEET_DIGITS) +
  String(Number(sheet === sheets) + 2 * Number(isRemake))

/** An HMAC whose key never leaves the core. */
export type MarkDigest = (text: string) => Uint8Array

/** Returns twenty bits of the text's keyed digest, as four characters. */
const checkOf = (body: string, digest: MarkDigest): string => {
  const [a = 0, b = 0, c = 0] = digest(body)
  const bits = (a << 12) | (b << 4) | (c >> 4)
  return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join('')
}

/** Returns the mark's text, of constant length: letters and digits, for the densest DataMatrix encoding. */
export const markText = (mark: SheetMark, digest: MarkDigest): string => {
  const body = bodyOf(mark)
  return body + checkOf(body, digest)
}

export const marksOf = (piece: Omit<SheetMark, 'sheet'>, digest: MarkDigest): string[] =>
  Array.from({ length: piece.sheets }, (_, index) => markText({ ...piece, sheet: index + 1 }, digest))

/** Marks of a preview have no check value, so they are never genuine. */
export const sampleMarks = (sheets: number): string[] =>
  marksOf(
    { run: '0'.repeat(RUN_LENGTH), sequence: 1, item: '0'.repeat(ITEM_LENGTH), sheets },
    () => new Uint8Array(3),
  )

/** Ignores case and surrounding blanks. Undefined for other text. Check authenticity with `isGenuineMark`. */
export const readMark = (text: string): ReadMark | undefined => {
  const found = PATTERN.exec(text.trim().toUpperCase())
  if (!found) return undefined
  const [, run, sequence, item, sheet, sheets, end, check] = found as unknown as string[]
  const mark = {
    run: run!,
    sequence: Number(sequence),
    item: item!,
    sheet: Number(sheet),
    sheets: Number(sheets),
    // One digit for both, so that the length is fixed: 1 ends a set, 2 is added for a remake.
    isEnd: end === '1' || end === '3',
    isRemake: end === '2' || end === '3',
    check: check!,
  }
  const isPossible = mark.sheet >= 1 && mark.sheet <= mark.sheets
  return isPossible && mark.isEnd === (mark.sheet === mark.sheets) ? mark : undefined
}

/** True if the instance with this key printed the mark. */
export const isGenuineMark = (mark: ReadMark, digest: MarkDigest): boolean =>
  checkOf(bodyOf(mark), digest) === mark.check

/** Returns four lines: position in the run and sheet, run, item, check value. Empty for other text. */
export const markLines = (text: string): string[] => {
  const mark = readMark(text)
  if (!mark) return []
  const { run, sequence, item, sheet, sheets, isEnd, isRemake, check } = mark
  return [
    `${digits(sequence, SEQUENCE_DIGITS)} ${sheet}/${sheets}${isEnd ? ' END' : ''}`,
    run,
    item,
    isRemake ? `${check} ${REMAKE}` : check,
  ]
}

/** The readable lines as typed by an operator: item and check value, or all lines. */
const LINES = new RegExp(
  `^(?:\\d{${SEQUENCE_DIGITS}} \\d{1,2}/\\d{1,2}(?: END)? ${CODE}{${RUN_LENGTH}} )?(${CODE}{${ITEM_LENGTH}})[ -]${CODE}{${CHECK_LENGTH}}(?: ${REMAKE})?$`,
)

/** Returns the item's code in a scanned mark, its readable lines or a URL. Other text counts as a code. */
export const printedItemCode = (text: string): string => {
  const mark = readMark(text)
  if (mark) return mark.item
  const trimmed = text.trim().toUpperCase()
  const address = /\/[QO]\/([0-9A-Z]{4,40})$/.exec(trimmed)
  if (address) return address[1]!
  const line = LINES.exec(trimmed.replace(/\s+/g, ' '))
  return line ? line[1]! : trimmed
}

/** Sizes that inserters' cameras and operators can read. Larger modules are not easier to read. */
export const markLimits = { moduleMinMm: 0.3, moduleMaxMm: 0.5, textMinPt: 4, textMaxPt: 5.5 } as const

/** Modules per side of the DataMatrix, with its white border. */
export const markModules = 24
/** Lines of text next to the symbol, and their distance in ems. */
export const markLineCount = 4
export const markLineHeight = 1.15
/** White between the symbol's quiet zone and the text, in mm. */
export const markGapMm = 0.5
/** Widest possible line in ems: sixteen characters, mostly digits. */
const WIDEST_EM = 9.8

const POINTS_PER_MM = 72 / 25.4

/** The smallest zone for a mark, in mm. */
export const leastMarkZone = { short: 7.2, long: 22 } as const

/** Returns the sizes for a symbol followed by text along the zone's longer side, equal for every piece. */
export const markSizes = (zone: BoxMm): { moduleMm: number; textPt: number } => {
  const across = Math.min(zone.w, zone.h)
  const along = Math.max(zone.w, zone.h)
  const moduleMm = Math.min(markLimits.moduleMaxMm, across / markModules)
  const room = along - markModules * moduleMm - markGapMm
  const textPt = Math.min(
    markLimits.textMaxPt,
    (room * POINTS_PER_MM) / WIDEST_EM,
    (across * POINTS_PER_MM) / (markLineCount * markLineHeight),
  )
  return { moduleMm, textPt }
}

/** True if cameras and operators can read a mark in the zone. */
export const isMarkZoneLargeEnough = (zone: BoxMm): boolean => {
  const { moduleMm, textPt } = markSizes(zone)
  return moduleMm >= markLimits.moduleMinMm && textPt >= markLimits.textMinPt
}
