import { type CsvError, parse as libraryParse, type Options, type Parser } from 'csv-parse/browser/esm'

export type { CsvError, Parser }

/** The library bundles old Node streams without `destroy`, which it calls. They hold no resources. */
export const parse = (options: Options): Parser => {
  const parser = libraryParse(options)
  parser.destroy ??= () => parser
  return parser
}
