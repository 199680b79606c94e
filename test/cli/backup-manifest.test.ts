import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let backup: string

beforeAll(async () => {
  const data = join(folder, 'data')
  await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
  backup = (await lettershopJson(['backup', '--to', join(folder, 'backups'), '--data', data])).path
})

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
// biome-ignore lint/suspicious/noExplicitAny: tests damage typed values
type Json = any

/** Edits the manifest; `sign` updates its digest, as a deliberate forger would. */
const edit = (path: string, change: (manifest: Json) => void, { sign = true } = {}) => {
  const file = join(path, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  change(manifest)
  const text = JSON.stringify(manifest)
  writeFileSync(file, text)
  if (sign) writeFileSync(join(path, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`)
}

/** Edits the list of files, and updates the digest of the list and that of the manifest. */
const relist = (path: string, change: (lines: string[]) => string[]) => {
  const file = join(path, 'SHA256SUMS')
  const text = change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n').concat('\n')
  writeFileSync(file, text)
  edit(path, (manifest) => {
    manifest.sums = sha256(text)
  })
}

const damages: [string, (path: string) => void, number, RegExp][] = [
  [
    'a field was edited',
    (path) => edit(path, (m) => (m.lettershop = '0'), { sign: false }),
    10,
    /does not match/,
  ],
  ['its digest is missing', (path) => rmSync(join(path, 'manifest.sha256')), 10, /does not match/],
  ['the time is missing', (path) => edit(path, (m) => delete m.createdAt), 10, /createdAt is not/],
  ['the time is invalid', (path) => edit(path, (m) => (m.createdAt = 'garbage')), 10, /createdAt is not/],
  ['the key is missing', (path) => edit(path, (m) => delete m.instanceKey), 10, /instanceKey is not/],
  ['the rows are missing', (path) => edit(path, (m) => delete m.rows), 10, /rows is not/],
  ['it is a list', (path) => writeFileSync(join(path, 'manifest.json'), '[]'), 10, /is damaged/],
  ['it is null', (path) => writeFileSync(join(path, 'manifest.json'), 'null'), 10, /is damaged/],
  ['the schema is unknown', (path) => edit(path, (m) => (m.schema = '9999_x')), 12, /newer version/],
]

test.each(damages)('verify and restore refuse a manifest: %s', async (what, damage, exit, message) => {
  const path = join(folder, what.replaceAll(' ', '-'))
  cpSync(backup, path, { recursive: true })
  damage(path)
  const data = join(folder, `restored-${what.replaceAll(' ', '-')}`)
  for (const command of [
    ['backup', 'verify', path],
    ['restore', path, '--data', data],
  ]) {
    const { code, stderr } = await lettershop(command)
    expect([code, stderr]).toEqual([exit, expect.stringMatching(message)])
  }
  expect(existsSync(data)).toBe(false)
})

const contradicted: [string, (path: string) => void, Record<string, RegExp>][] = [
  [
    'the database is declared to be elsewhere',
    (path) => edit(path, (m) => (m.database = 'postgres')),
    { manifest: /it contains lettershop.db/ },
  ],
  [
    'the rows are not counted',
    (path) => edit(path, (m) => (m.rows = {})),
    { manifest: /row counts belong to another/, rows: /was not counted/ },
  ],
  [
    'the key is another one',
    (path) => edit(path, (m) => (m.instanceKey.fingerprint = '0'.repeat(64))),
    { manifest: /instance.key is another key/, key: /is not the key/ },
  ],
  [
    'the key is not declared',
    (path) => edit(path, (m) => (m.instanceKey.included = false)),
    { manifest: /instance.key is listed only in one/ },
  ],
  ['blobs are missing', (path) => edit(path, (m) => m.blobs.files++), { manifest: /blobs instead of/ }],
  [
    'a file is listed twice',
    (path) => relist(path, (lines) => [...lines, lines[0]!]),
    { manifest: /is in it twice/, files: /is in it twice/ },
  ],
  [
    'the database was removed',
    (path) => {
      rmSync(join(path, 'lettershop.db'))
      relist(path, (lines) => lines.filter((line) => !line.endsWith('  lettershop.db')))
    },
    { manifest: /lettershop.db is missing/, database: /ENOENT/ },
  ],
]

test.each(contradicted)(
  'verify reports it and restore copies nothing: %s',
  async (what, damage, expected) => {
    const path = join(folder, what.replaceAll(' ', '-'))
    cpSync(backup, path, { recursive: true })
    damage(path)
    const { code, stdout } = await lettershop(['backup', 'verify', path, '--json'])
    expect(code).toBe(1)
    const wrong = (JSON.parse(stdout).checks as Json[]).filter(({ result }) => result === 'fails')
    expect(wrong.map(({ name }) => name)).toEqual(Object.keys(expected))
    for (const { name, detail } of wrong) expect(detail).toMatch(expected[name]!)
    const data = join(folder, `restored-${what.replaceAll(' ', '-')}`)
    const restored = await lettershop(['restore', path, '--data', data])
    expect([restored.code, restored.stderr]).toEqual([10, expect.stringContaining('damaged')])
    expect(existsSync(data)).toBe(false)
  },
)

test('a missing file is reported before anything is copied', async () => {
  const path = join(folder, 'gone')
  cpSync(backup, path, { recursive: true })
  rmSync(join(path, 'signing.key'))
  const { code, stderr } = await lettershop(['restore', path, '--data', join(folder, 'never')])
  expect([code, stderr]).toEqual([
    10,
    expect.stringContaining('signing.key is missing. Nothing was restored.'),
  ])
  expect(existsSync(join(folder, 'never'))).toBe(false)
})
