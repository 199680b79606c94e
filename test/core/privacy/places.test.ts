import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tables } from '../../../src/core/model/index.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8')

test.each(Object.values(tables).map(({ name }) => name))(
  'docs/privacy.md describes the personal data in %s',
  (name) => {
    // For a new table: document there whether it contains recipients, and if it does, add it to
    // `features/privacy/holders.ts`.
    expect(text).toContain(`\`${name}\``)
  },
)
