/**
 * Writes the sample catalogues of countries, `src/core/features/products/samples/<country>.json`, and their
 * rules with sources, `docs/postal.md`, from the tables in `scripts/samples`. With `--check` it only
 * compares. The sample `standard` is written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf } from './samples/build.ts'
import { countries } from './samples/countries/index.ts'
import { postalDocument } from './samples/document.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/core/features/products/samples')
/** The formatter's line width. */
const LINE_WIDTH = 110

/** Formats JSON with everything that fits on one line, so that a zone or a price step is a line. */
const written = (value: unknown, indent = '', before = 0): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => ['', one] as const)
    : Object.entries(value).map(([key, one]) => [`${JSON.stringify(key)}: `, one] as const)
  if (parts.length === 0) return isList ? '[]' : '{}'
  const flat = parts.map(([key, one]) => key + written(one, '', -Infinity)).join(', ')
  const line = isList ? `[${flat}]` : `{ ${flat} }`
  const isShort = indent.length + before + line.length + 1 <= LINE_WIDTH
  const isRows = isList && parts.length > 1 && typeof parts[0]![1] === 'object'
  if (before === -Infinity || (isShort && !isRows)) return line
  const deeper = `${indent}  `
  const inner = parts.map(([key, one]) => deeper + key + written(one, deeper, key.length))
  return `${isList ? '[' : '{'}\n${inner.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

/** The samples by file path. */
export const sampleFiles = (): Map<string, string> =>
  new Map(
    countries.map((country) => [join(folder, `${country.name}.json`), `${written(catalogueOf(country))}\n`]),
  )

/** All written files, by path. */
export const generatedFiles = (): Map<string, string> =>
  sampleFiles().set(join(root, 'docs/postal.md'), postalDocument(countries))

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of generatedFiles()) {
    if (!process.argv.includes('--check')) writeFileSync(path, text)
    else if (readFileSync(path, 'utf8') !== text) {
      console.error(`${path} is out of date. Run: npm run generate`)
      process.exitCode = 1
    }
  }
}
