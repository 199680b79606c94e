import { type CsvError, parse as libraryParse, type Options, type Parser } from 'csv-parse/browser/esm'

export type { CsvError, Parser }

/**
 * The library's build for browsers, which contains its own old version of Node's streams. These have no
 * `destroy`, which the library calls. They hold no resources, so that an empty one is enough.
 */
export const parse = (options: Options): Parser => {
  const parser = libraryParse(options)
  parser.destroy ??= () => parser
  return parser
}
