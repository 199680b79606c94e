import { type Csv, neutralised } from '../../core/ports/csv.ts'

const rowsPerChunk = 200

/**
 * Writes CSV as defined by RFC 4180, with CRLF between lines and quotes where necessary. Reads most variants.
 * Libraries are loaded with the first file to keep the start fast.
 */
export const createCsv = (): Csv => ({
  async *encode(rows, { delimiter, bom, neutraliseFormulas = false }) {
    const { stringify } = await import('#platform/csv-stringify')
    const encoder = new TextEncoder()
    const encode = (chunk: readonly (readonly string[])[]) =>
      encoder.encode(
        stringify((neutraliseFormulas ? chunk.map((row) => row.map(neutralised)) : chunk) as string[][], {
          delimiter,
          record_delimiter: '\r\n',
          // Quotes every kind of line end, because readers treat each as the end of a record.
          quoted_match: /[\r\n]/,
        }),
      )
    if (bom) yield encoder.encode('\uFEFF')
    let chunk: (readonly string[])[] = []
    for await (const row of rows) {
      chunk.push(row)
      if (chunk.length === rowsPerChunk) {
        yield encode(chunk)
        chunk = []
      }
    }
    if (chunk.length > 0) yield encode(chunk)
  },
  inspect: async (chunks, country) => (await import('./inspect.ts')).inspectCsv(chunks, country),
  async *encodeSheet(rows, progress, options) {
    yield* (await import('../xlsx/encode.ts')).encodeSheet(rows, progress, options)
  },
  async *decode(chunks, dialect) {
    yield* (await import('./decode.ts')).decodeCsv(chunks, dialect)
  },
  async *decodeFormatted(chunks, language) {
    yield* (await import('../xlsx/decode-formatted.ts')).decodeFormatted(chunks, language)
  },
})
