import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const table = readFileSync(join(import.meta.dirname, '../docs/interface-coverage.md'), 'utf8')
const rows = table
  // Skips the introduction, which lists what runs where.
  .slice(table.indexOf('\n## '))
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| Statement | Proof |')
  .map((line) => {
    const [, statement, file, title] = /^\| (.+) \| `([\w./-]+)`(?: › (.+))? \|$/.exec(line) ?? []
    return { statement: statement ?? line, file, title }
  })

test.each(rows)('“$statement” has its test', ({ file, title }) => {
  expect(file, 'no proof is named').toBeDefined()
  const path = join(import.meta.dirname, file!)
  expect(existsSync(path), `${file} is not there`).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain(title ?? 'expect(')
})
