import { createDeflater, inflateChunks } from '#platform/zlib'
import { sheetDialect } from '../../core/kernel/csv-dialect.ts'
import { type Finding, finding, hasErrors } from '../../core/kernel/finding.ts'
import type { Sentence } from '../../core/kernel/sentences.ts'
import type { InspectedSheet } from '../../core/ports/inspection.ts'
import { createCsv } from '../csv/csv.ts'
import { type WorkbookLimits, workbookLimits } from './limits.ts'
import {
  refused,
  SheetTooLarge,
  sheetSentence,
  tooLarge,
  WorkbookRefused,
  workbookSentence,
} from './refused.ts'
import { workbookSentences } from './sentences.ts'
import { emptyStats, rowsOf, type Seen, type SheetContext, type SheetRow } from './sheet.ts'
import { createFormatWriter } from './values.ts'
import { findParts, readFormats, readTexts, Texts } from './workbook.ts'
import { Archive } from './zip.ts'

interface PackedRows {
  packed: Uint8Array
  sizeBytes: number
  /** Formatted numbers as CSV with the same rows; absent if no cell has a format. */
  formatted?: { packed: Uint8Array; sizeBytes: number }
}

class SheetWriter {
  readonly #texts = new CsvWriter()
  /** Created with the first formatted number, because most sheets have none. */
  #formatted: CsvWriter | undefined
  readonly #write = createFormatWriter()
  #rows = 0

  get sizes(): { texts: number; formatted: number } {
    return { texts: this.#texts.sizeBytes, formatted: this.#formatted?.sizeBytes ?? 0 }
  }

  async write(rows: readonly SheetRow[]): Promise<void> {
    await this.#texts.write(rows.map(({ cells }) => cells))
    if (this.#formatted || rows.some(({ formatted }) => formatted.length > 0)) {
      this.#formatted ??= await withBlankRows(this.#rows)
      await this.#formatted.write(rows.map(({ formatted }) => Array.from(formatted, this.#write)))
    }
    this.#rows += rows.length
  }

  async end(): Promise<PackedRows> {
    const texts = await this.#texts.end()
    const formatted = await this.#formatted?.end()
    return { ...texts, ...(formatted ? { formatted } : {}) }
  }
}

const blankRows = 1000

const withBlankRows = async (count: number): Promise<CsvWriter> => {
  const writer = new CsvWriter()
  for (let left = count; left > 0; left -= blankRows)
    await writer.write(Array.from({ length: Math.min(left, blankRows) }, () => []))
  return writer
}

class CsvWriter {
  readonly #deflater = createDeflater()
  sizeBytes = 0

  async write(rows: string[][]): Promise<void> {
    const options = { delimiter: sheetDialect.delimiter, bom: false }
    for await (const chunk of createCsv().encode(rows, options)) {
      this.sizeBytes += chunk.length
      await this.#deflater.write(chunk)
    }
  }

  async end(): Promise<{ packed: Uint8Array; sizeBytes: number }> {
    return { packed: await this.#deflater.end(), sizeBytes: this.sizeBytes }
  }
}

/** A sheet as sent by the isolated process. Its CSV is compressed to save memory. */
export interface PackedSheet extends Omit<InspectedSheet, 'csv' | 'formatted'>, PackedRows {}

interface ReadWorkbook {
  findings: Finding[]
  sheets: PackedSheet[]
}

/** Restores a sheet with its rows as a stream of CSV. */
export const unpackSheet = ({ packed, formatted, ...sheet }: PackedSheet): InspectedSheet => ({
  ...sheet,
  csv: inflateChunks([packed], 64 * 1024),
  ...(formatted ? { formatted: inflateChunks([formatted.packed], 64 * 1024) } : {}),
})

/**
 * Reads every sheet of a workbook. Sheets that can't be read are skipped with a warning if another can; a
 * file that can't be read gives one error. Rejects only on internal errors.
 */
export const readWorkbook = async (
  bytes: Uint8Array,
  limits: WorkbookLimits = workbookLimits,
): Promise<ReadWorkbook> => {
  try {
    return await readSheets(openArchive(bytes, limits), limits)
  } catch (error) {
    if (!(error instanceof WorkbookRefused)) throw error
    return { findings: [finding('error', error.sentence)], sheets: [] }
  }
}

/** Old and encrypted workbooks are compound files. Only encrypted ones have this entry. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED_ENTRY = 'EncryptedPackage'

const openArchive = (bytes: Uint8Array, limits: WorkbookLimits): Archive => {
  if (!COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) return new Archive(bytes, limits)
  if (new TextDecoder('utf-16le').decode(bytes).includes(ENCRYPTED_ENTRY)) {
    throw refused(workbookSentence('xlsx_encrypted.file'))
  }
  throw refused(workbookSentence('xlsx_unsupported.old'))
}

const readSheets = async (archive: Archive, limits: WorkbookLimits): Promise<ReadWorkbook> => {
  const parts = await findParts(archive, limits)
  const context: SheetContext = {
    limits,
    texts: parts.texts === undefined ? new Texts() : await readTexts(archive, parts.texts, limits),
    formats: parts.styles === undefined ? [] : await readFormats(archive, parts.styles, limits),
    dates: parts,
  }
  const findings: Finding[] = []
  const sheets: PackedSheet[] = []
  const names = new Set<string>()
  const room = { texts: limits.csvBytes, formatted: limits.csvBytes }
  for (const { name, part, isHidden } of parts.sheets.slice(0, limits.sheets)) {
    const own = uniqueName(name, names)
    const seen = emptyStats()
    try {
      const packed = await packSheet(archive, part, context, seen, room)
      if (seen.rowCount > 0) sheets.push({ name: own, isHidden, ...shapeOf(seen), ...packed })
      findings.push(...findingsOf(own, seen))
    } catch (error) {
      if (!(error instanceof SheetTooLarge)) throw error
      findings.push(
        finding(
          'error',
          workbookSentences.sentence('sheet_too_large.sheet', { sheet: own, reason: error.sentence }),
        ),
      )
    }
  }
  if (parts.sheets.length > limits.sheets) {
    const values = { sheets: parts.sheets.length, limit: limits.sheets }
    findings.push(finding('warning', workbookSentences.sentence('sheet_too_many', values)))
  }
  if (sheets.length > 0) for (const found of findings) found.severity = 'warning'
  else if (!hasErrors(findings)) findings.push(finding('error', workbookSentences.sentence('no_rows.sheets')))
  return { findings, sheets }
}

const shapeOf = ({ rowCount, columnCount }: Seen) => ({ rowCount, columnCount })

/** Returns a unique name for a sheet, without characters that can't be stored. */
const uniqueName = (name: string, names: Set<string>): string => {
  const plain = name.replaceAll('\0', '').toWellFormed().trim().slice(0, 100) || 'Sheet'
  let own = plain
  for (let count = 2; names.has(own); count++) own = `${plain} (${count})`
  names.add(own)
  return own
}

/** Reads a sheet and compresses its CSV. Subtracts its size from `room`, shared with later sheets. */
const packSheet = async (
  archive: Archive,
  part: string,
  context: SheetContext,
  seen: Seen,
  room: SheetWriter['sizes'],
): Promise<PackedRows> => {
  const writer = new SheetWriter()
  try {
    for await (const rows of rowsOf(archive, part, context, seen)) {
      await writer.write(rows)
      const { texts, formatted } = writer.sizes
      if (texts > room.texts || formatted > room.formatted) {
        throw tooLarge(sheetSentence('sheet_fault.together', { limit: context.limits.csvBytes }))
      }
    }
  } finally {
    const { texts, formatted } = writer.sizes
    room.texts -= Math.min(room.texts, texts)
    room.formatted -= Math.min(room.formatted, formatted)
  }
  return writer.end()
}

/** Returns warnings that the user should read before sending mail. */
const findingsOf = (sheet: string, seen: Seen): Finding[] => {
  const findings: Finding[] = []
  const add = (sentence: Sentence) => findings.push(finding('warning', sentence))
  const { hiddenRows, errors, formulas } = seen
  if (seen.rowCount === 0) return []
  if (hiddenRows > 0) add(workbookSentences.sentence('sheet_hidden_rows', { sheet, rows: hiddenRows }))
  if (errors > 0)
    add(workbookSentences.sentence('sheet_errors', { sheet, cells: errors, first: seen.firstError! }))
  if (formulas > 0)
    add(workbookSentences.sentence('sheet_formulas', { sheet, cells: formulas, first: seen.firstFormula! }))
  return findings
}
