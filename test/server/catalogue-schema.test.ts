import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogueSchema } from '../../scripts/generate-catalogue-schema.ts'

test('docs/catalogue.schema.json is what the declarations say (npm run generate writes it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/catalogue.schema.json'), 'utf8')).toBe(
    catalogueSchema(),
  )
})
