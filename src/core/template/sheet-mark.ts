import type { BoxMm } from '../kernel/finding.ts'

/**
 * The mark of a sheet: which piece of which run it belongs to, the how-manieth of its sheets it is, and
 * whether the set ends with it. A DataMatrix on the sheet holds it, and the same stands beside it for people.
 * Inserters, a return desk and a telephone read the same text (docs/design/sheets.md).
 */
export interface SheetMark {
  /** The last characters of the run's id, which people compare with the ticket. */
  run: string
  /** The 1-based place of the piece in its run. */
  sequence: number
  /** The tracking code of the item. */
  item: string
  /** Which of the piece's sheets it is, counted from 1, and how many there are. */
  sheet: number
  sheets: number
  /** True of a sheet that replaces a spoiled one of the same run: the same place, printed once more. */
  isRemake?: boolean
}

/** A mark that was read, with the check value that stands in it. */
export interface ReadMark extends Required<SheetMark> {
  /** True of the last sheet of the piece: an inserter closes the envelope after it. */
  isEnd: boolean
  /** Proves that this instance printed it (`checkOf`). */
  check: string
}

/** The version of the text, with which every mark begins. */
const VERSION = 'LS1'
const RUN_LENGTH = 8
const SEQUENCE_DIGITS = 7
const ITEM_LENGTH = 12
const SHEET_DIGITS = 2
const CHECK_LENGTH = 4
/** What a sheet of a remake says to people. */
const REMAKE = 'REMAKE'

/** Crockford's base 32, as ids and tracking codes: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = '[0-9A-HJKMNP-TV-Z]'
const PATTERN = new RegExp(
  `^${VERSION}(${CODE}{${RUN_LENGTH}})(\\d{${SEQUENCE_DIGITS}})(${CODE}{${ITEM_LENGTH}})(\\d\\d)(\\d\\d)([0-3])(${CODE}{${CHECK_LENGTH}})$`,
)

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** The code of a run in marks: the end of its id. */
export const runCodeOf = (runId: string): string => runId.slice(-RUN_LENGTH).padStart(RUN_LENGTH, '0')

/** The text without its check value: what the check is made of. */
const bodyOf = ({ run, sequence, item, sheet, sheets, isRemake = false }: SheetMark): string =>
  VERSION +
  run +
  digits(sequence, SEQUENCE_DIGITS) +
  item +
  digits(sheet, SHEET_DIGITS) +
  digits(sheets, SHEET_DIGITS) +
  String(Number(sheet === sheets) + 2 * Number(isRemake))

/** Makes the keyed digest of a text: an HMAC whose key never leaves the core. */
export type MarkDigest = (text: string) => Uint8Array

/** The check value of a text: twenty bits of its keyed digest. */
const checkOf = (body: string, digest: MarkDigest): string => {
  const [a = 0, b = 0, c = 0] = digest(body)
  const bits = (a << 12) | (b << 4) | (c >> 4)
  return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join('')
}

/** The text of a mark: letters and digits of the densest encoding of a DataMatrix, always of one length. */
export const markText = (mark: SheetMark, digest: MarkDigest): string => {
  const body = bodyOf(mark)
  return body + checkOf(body, digest)
}

/** The marks of all sheets of a piece. */
export const marksOf = (piece: Omit<SheetMark, 'sheet'>, digest: MarkDigest): string[] =>
  Array.from({ length: piece.sheets }, (_, index) => markText({ ...piece, sheet: index + 1 }, digest))

/** Marks of a piece that is not printed, such as in a preview: no check is kept, so none is ever genuine. */
export const sampleMarks = (sheets: number): string[] =>
  marksOf(
    { run: '0'.repeat(RUN_LENGTH), sequence: 1, item: '0'.repeat(ITEM_LENGTH), sheets },
    () => new Uint8Array(3),
  )

/**
 * What a mark says, by the text that a scanner read; small letters and blanks around it make no difference.
 * Undefined for any other text. Whether it is genuine is another question (`isGenuineMark`).
 */
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
    // One digit for both, so that the text keeps its length: 1 ends a set, and a remake adds 2.
    isEnd: end === '1' || end === '3',
    isRemake: end === '2' || end === '3',
    check: check!,
  }
  const isPossible = mark.sheet >= 1 && mark.sheet <= mark.sheets
  return isPossible && mark.isEnd === (mark.sheet === mark.sheets) ? mark : undefined
}

/** Whether the instance with this key printed the mark. */
export const isGenuineMark = (mark: ReadMark, digest: MarkDigest): boolean =>
  checkOf(bodyOf(mark), digest) === mark.check

/** The same for people, line by line: place in the run with sheet of sheets, run, item, check value. */
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

/** The lines for people as somebody types them: the item with its check value, or everything beside the symbol. */
const LINES = new RegExp(
  `^(?:\\d{${SEQUENCE_DIGITS}} \\d{1,2}/\\d{1,2}(?: END)? ${CODE}{${RUN_LENGTH}} )?(${CODE}{${ITEM_LENGTH}})[ -]${CODE}{${CHECK_LENGTH}}(?: ${REMAKE})?$`,
)

/** The item's code by anything that is printed on a sheet: the mark, its lines for people, or an address. */
export const printedItemCode = (text: string): string => {
  const mark = readMark(text)
  if (mark) return mark.item
  const trimmed = text.trim().toUpperCase()
  const address = /\/[QO]\/([0-9A-Z]{4,40})$/.exec(trimmed)
  if (address) return address[1]!
  const line = LINES.exec(trimmed.replace(/\s+/g, ' '))
  return line ? line[1]! : trimmed
}

/** What cameras of inserters and people on the telephone read; larger modules take room and read no better. */
export const markLimits = { moduleMinMm: 0.3, moduleMaxMm: 0.5, textMinPt: 4, textMaxPt: 5.5 } as const

/** The modules on a side of a mark's DataMatrix, with the white ring around it. */
export const markModules = 24
/** How many lines of figures stand beside it, and how far apart in ems. */
export const markLineCount = 4
export const markLineHeight = 1.15
/** White between the symbol's quiet zone and the figures, in mm. */
export const markGapMm = 0.5
/** The widest line that a mark can have in ems of its font: sixteen characters, most of them figures. */
const WIDEST_EM = 9.8

const POINTS_PER_MM = 72 / 25.4

/** The least zone, along either of its sides, in mm. */
export const leastMarkZone = { short: 7.2, long: 22 } as const

/**
 * How a mark stands in its zone: along the longer side, symbol first, lines beside it. Its sizes are the same
 * for every piece, so that a zone that is large enough stays so.
 */
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

/** Whether cameras and people can read a mark in the zone. */
export const isMarkZoneLargeEnough = (zone: BoxMm): boolean => {
  const { moduleMm, textPt } = markSizes(zone)
  return moduleMm >= markLimits.moduleMinMm && textPt >= markLimits.textMinPt
}
