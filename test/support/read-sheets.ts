import { createCsv } from '../../src/adapters/csv/csv.ts'
import { type WorkbookLimits, workbookLimits } from '../../src/adapters/xlsx/limits.ts'
import { readWorkbook, unpackSheet } from '../../src/adapters/xlsx/read.ts'
import { sheetDialect } from '../../src/core/kernel/csv-dialect.ts'

/** Reads a workbook. Returns the rows of its first sheet and of all sheets, their sizes, and the findings. */
export const readSheets = async (bytes: Uint8Array, limits: Partial<WorkbookLimits> = {}) => {
  const { findings, sheets } = await readWorkbook(bytes, { ...workbookLimits, ...limits })
  const rows = await Promise.all(sheets.map((sheet) => rowsOf(unpackSheet(sheet).csv)))
  return {
    rows: rows[0] ?? [],
    all: rows,
    shapes: sheets.map(({ name, rowCount, columnCount }) => [name, rowCount, columnCount]),
    hidden: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    found: findings.map(({ severity, code }) => `${severity} ${code}`),
    messages: findings.map(({ message }) => message).join(' '),
  }
}

const rowsOf = async (csv: AsyncIterable<Uint8Array>): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const batch of createCsv().decode(csv, sheetDialect)) rows.push(...batch)
  return rows
}
