/**
 * Writes docs/catalogue.schema.json, the JSON Schema of a catalogue file, from the declarations. With
 * `--check` it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueFile } from '../src/core/features/products/catalogue/file-schema.ts'
import { createSchemaWriter } from '../src/server/openapi/parameters.ts'

const path = join(import.meta.dirname, '../docs/catalogue.schema.json')

export const catalogueSchema = (): string => {
  const writer = createSchemaWriter()
  const { $ref } = writer.input(catalogueFile)
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref, $defs: writer.components() }
  return `${JSON.stringify(schema, undefined, 2).replaceAll('#/components/schemas/', '#/$defs/')}\n`
}

if (process.argv[1] === import.meta.filename) {
  const text = catalogueSchema()
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/catalogue.schema.json is out of date. Run: npm run generate')
    process.exitCode = 1
  }
}
