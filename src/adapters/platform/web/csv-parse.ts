import { type CsvError, parse as libraryParse, type Options, type Parser } from 'csv-parse/browser/esm'

export type { CsvError, Parser }

/**
 * The library's browser build bundles old Node streams without `destroy`, which it calls. They hold no
 * resources, so an empty method suffices.
 */
export const parse = (options: Options): Parser => {
  const parser = libraryParse(options)
  parser.destroy ??= () => parser
  return parser
}
