import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noticesOf, partsOf, refusalOf } from '../scripts/third-party/notices.ts'
import { packagesOf } from '../scripts/third-party/packages.ts'
import { lettershop } from './support/cli.ts'

const root = join(import.meta.dirname, '..')
const parts = partsOf(root)
const written = readFileSync(join(root, 'THIRD-PARTY-NOTICES'), 'utf8')

test('THIRD-PARTY-NOTICES lists everything that is distributed, as in the lockfile', () => {
  expect(
    written === noticesOf(parts),
    'What the program is made of has changed: run `node scripts/generate-notices.ts`, and look at what it adds.',
  ).toBe(true)
})

test('development dependencies are not distributed', () => {
  const names = parts.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['pg', 'pg-types', 'unicode-trie', 'Bun', 'RapiDoc', 'PDFium']),
  )
  expect(
    names.filter((name) => /^(vitest|typescript|node-linux|lettershop-node24|playwright)/.test(name)),
  ).toEqual([])
})

test('the program prints the notices', async () => {
  const { code, stdout } = await lettershop(['version', '--notices'])
  expect([code, stdout.trim() === written.trim()]).toEqual([0, true])
})

describe('a licence', () => {
  test.each(['MIT', 'ISC', '(MIT OR Apache-2.0)', 'MIT AND OFL-1.1', 'GPL-2.0-only OR BSD-3-Clause'])(
    'is allowed: %s',
    (licence) => expect(refusalOf('pg', licence)).toBeUndefined(),
  )

  test.each([
    [undefined, 'pg names no licence'],
    ['GPL-3.0-only', 'pg is under GPL-3.0-only, a copyleft licence'],
    ['MIT AND LGPL-2.1-only', 'pg is under MIT AND LGPL-2.1-only, a copyleft licence'],
    ['MIT AND LGPL-2.0-or-later AND LGPL-2.1-or-later', 'a copyleft licence'],
    ['SEE LICENSE IN LICENSE', 'a licence that was not reviewed'],
    ['MIT AND (ISC OR GPL-2.0-only)', 'a copyleft licence'],
    ['Elastic-2.0', 'a licence that was not reviewed'],
  ])('is refused until it is explicitly allowed: %s', (licence, why) => {
    expect(refusalOf('pg', licence)).toContain(why)
  })

  test('is reported with all others refused, including a part without its text', () => {
    const part = { version: '1.0.0', texts: [] }
    expect(() =>
      noticesOf([
        { ...part, name: 'one', licence: 'AGPL-3.0-only' },
        { ...part, name: 'two', licence: 'MIT' },
      ]),
    ).toThrow(/one is under AGPL-3.0-only.*one has no licence text.*two has no licence text/s)
  })
})

test('a package is resolved as Node does: below the importing one, or above', () => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = packagesOf(root, lockfile).filter(({ name }) => name === 'safe-stable-stringify')
  const { packages } = lockfile
  const own = packages['node_modules/pino/node_modules/safe-stable-stringify']
  const shared = packages['node_modules/safe-stable-stringify']
  expect(found.map(({ version }) => version)).toEqual([(own ?? shared).version])
})
