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
  readonly #formatted = new CsvWriter()
  readonly #write = createFormatWriter()
  #hasFormats = false

  /** Bytes so far of the texts and of the numbers. */
  get sizes(): { texts: number; formatted: number } {
    return { texts: this.#texts.sizeBytes, formatted: this.#formatted.sizeBytes }
  }

  async write(rows: readonly SheetRow[]): Promise<void> {
    await this.#texts.write(rows.map(({ cells }) => cells))
    this.#hasFormats ||= rows.some(({ formatted }) => formatted.length > 0)
    await this.#formatted.write(rows.map(({ formatted }) => Array.from(formatted, this.#write)))
  }

  async end(): Promise<PackedRows> {
    const texts = await this.#texts.end()
    const formatted = await this.#formatted.end()
    return { ...texts, ...(this.#hasFormats ? { formatted } : {}) }
  }
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
