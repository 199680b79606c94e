import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { catalogueSchema } from '../../scripts/generate-catalogue-schema.ts'

const root = join(import.meta.dirname, '../..')

test('docs/catalogue.schema.json is up to date (npm run generate)', () => {
  expect(readFileSync(join(root, 'docs/catalogue.schema.json'), 'utf8')).toBe(catalogueSchema())
})

test.each(globSync('examples/shops/*.json', { cwd: root }))('%s matches the schema', (path) => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const isCatalogue = ajv.compile(JSON.parse(catalogueSchema()))
  const { $schema, ...file } = JSON.parse(readFileSync(join(root, path), 'utf8'))
  expect($schema).toBe('../../docs/catalogue.schema.json')
  isCatalogue(file)
  expect(isCatalogue.errors).toBeNull()
  file.printers[0].secret = 'a password'
  expect(isCatalogue(file)).toBe(false)
})
