import { createDeflater } from '#platform/zlib'
import { sheetDialect } from '../../core/kernel/csv-dialect.ts'
import { createCsv } from '../csv/csv.ts'
import { createFormatWriter } from './formatted.ts'
import type { SheetRow } from './sheet.ts'

/** Rows of a sheet as compressed CSV. */
export interface PackedRows {
  packed: Uint8Array
  sizeBytes: number
  /** The numbers that have a format, as CSV with the same rows; absent where no cell has one. */
  formatted?: { packed: Uint8Array; sizeBytes: number }
}

/** Writes a sheet as two CSVs: its texts, and its numbers with their formats. */
export class SheetWriter {
  readonly #texts = new CsvWriter()
  /** Begun with the first number that has a format: most sheets have none. */
  #formatted: CsvWriter | undefined
  readonly #write = createFormatWriter()
  #rows = 0

  /** Bytes so far of the texts and of the numbers. */
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

/** A CSV that begins with so many rows without cells. */
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
