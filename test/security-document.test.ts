import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const isThere = (path: string): boolean => existsSync(join(root, path))

/** `core/sessions` is a test, `crash/run` a test program; anything else is a path from the root. */
const proofs = [...new Set([...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path]) => path!))]
const folders = /^(?:adapters|api|cli|client|core|crash|fuzz|library|postgres|server|simulation|stalls)\//

test.each(proofs.filter((path) => folders.test(path)))('the proof %s exists', (path) => {
  expect([`test/${path}.test.ts`, `test/${path}.ts`].filter(isThere)).toHaveLength(1)
})

test.each(proofs.filter((path) => /^(?:src|test|docs|scripts|\.ci)\//.test(path)))(
  'the file %s exists',
  (path) => {
    expect(isThere(path)).toBe(true)
  },
)

test.each([...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path]) => path!))(
  'the link to %s resolves',
  (path) => {
    expect(isThere(`docs/${path}`)).toBe(true)
  },
)

/** The requirements of levels 1 and 2 of ASVS 4.0.3, by section. */
const levelTwo = `
1.1 1-7, 1.2 1-4, 1.4 1 4 5, 1.5 1-4, 1.6 1-4, 1.7 1 2, 1.8 1 2, 1.9 1 2, 1.10 1, 1.11 1 2, 1.12 2, 1.14 1-6,
2.1 1-12, 2.2 1-3, 2.3 1-3, 2.4 1-5, 2.5 1-7, 2.6 1-3, 2.7 1-6, 2.8 1-7, 2.9 1-3, 2.10 1-4,
3.1 1, 3.2 1-4, 3.3 1-4, 3.4 1-5, 3.5 1-3, 3.7 1, 4.1 1-3 5, 4.2 1 2, 4.3 1-3,
5.1 1-5, 5.2 1-8, 5.3 1-10, 5.4 1-3, 5.5 1-4, 6.1 1-3, 6.2 1-6, 6.3 1 2, 6.4 1 2,
7.1 1-4, 7.2 1 2, 7.3 1 3 4, 7.4 1-3, 8.1 1-4, 8.2 1-3, 8.3 1-8, 9.1 1-3, 9.2 1-4, 10.2 1 2, 10.3 1-3, 11.1 1-8,
12.1 1-3, 12.2 1, 12.3 1-6, 12.4 1 2, 12.5 1 2, 12.6 1, 13.1 1 3-5, 13.2 1-3 5 6, 13.3 1 2, 13.4 1 2,
14.1 1-4, 14.2 1-6, 14.3 2 3, 14.4 1-7, 14.5 1-4`
  .split(',')
  .flatMap((entry) => {
    const [section, ...ranges] = entry.trim().split(' ')
    return ranges.flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number)
      return Array.from({ length: last! - first! + 1 }, (_, at) => `${section}.${first! + at}`)
    })
  })

describe('the table of ASVS', () => {
  const rows = text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))

  test('covers every requirement of level 2, once and in order', () => {
    expect(rows.flatMap(([numbers]) => numbers!.split(', '))).toEqual(levelTwo)
  })

  test.each(rows)('%s %s: %s', (_numbers, _requirement, state, how, ...more) => {
    expect(['met', 'partly', 'not met', 'not applicable']).toContain(state)
    expect(how).toMatch(/\w/)
    expect(more).toEqual([])
  })
})
