import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { lettershop, type ServerProcess } from '../support/cli.ts'
import { fillPostbatch } from '../support/data-folders/shop.ts'
import { jpegs } from '../support/images.ts'
import { eventually, type Instance, instanceOn, startInstance } from '../support/instance.ts'
import { programOf, withProgram } from '../support/other-program.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { change, copyWithMigrations, filesOfPage } from '../support/repository-copy.ts'
import { startTestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The next version's answers are not recorded, because this version's document does not describe them.
vi.mock('../support/recorder.ts', () => ({ record: () => {} }))

const folder = temporaryFolder()
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
})

const [s3, database] = await Promise.all([startTestS3(), newDatabase()])
const share = join(folder, 'share')
mkdirSync(share)
const keyFile = (name: string, key: string): string => {
  writeFileSync(join(folder, name), key)
  return join(folder, name)
}
/** The environment of every server: they share the bucket and no folder. */
const env = {
  LETTERSHOP_DATABASE: database,
  LETTERSHOP_BLOBS: s3.address('shop'),
  LETTERSHOP_BLOBS_CREDENTIALS: `${s3.keys.accessKeyId}:${s3.keys.secretAccessKey}`,
  LETTERSHOP_SECRET_KEY_FILE: keyFile('secret-key', 'a1'.repeat(32)),
  LETTERSHOP_SIGNING_KEY_FILE: keyFile('signing-key', 'b2'.repeat(32)),
  LETTERSHOP_BASE_URL: 'http://mail.example',
  LETTERSHOP_PRINT_FOLDER: share,
  LETTERSHOP_NO_PORTAL: 'true',
}
const data = { older: join(folder, 'older'), newer: join(folder, 'newer') }

const nextMark = 'x-amz-meta-next-version'
const nextEngine = 'lettershop-pdf/next'

/**
 * Creates a next version: it adds a column and fills it, renders with another engine, whose layers this
 * version cannot read, and adds metadata to files that this version does not know.
 */
const nextProgram = async (): Promise<string> => {
  const next = await copyWithMigrations(filesOfPage('Add a migration'))
  const creation = 'src/core/features/organisations/operations/return-addresses.ts'
  change(next, creation, 'name: body.name,', `name: body.name, note: 'of the next version',`)
  change(next, 'src/adapters/pdf/engine-name.ts', `'lettershop-pdf/2'`, `'${nextEngine}'`)
  change(next, 'src/adapters/pdf/layer.ts', 'lettershop-layer-1', 'lettershop-layer-2')
  change(next, 'src/adapters/blobs-s3/write.ts', `'content-type': `, `'${nextMark}': 'yes', 'content-type': `)
  return programOf(next.folder)
}

/** The organisation as a server of either version shows it. */
interface Sides {
  older: Instance
  newer: Instance
}
const sidesOf = (shop: Instance, older: ServerProcess, newer: ServerProcess): Sides => ({
  older: instanceOn(data.older, older, shop),
  newer: instanceOn(data.newer, newer, shop),
})

type Mode = 'live' | 'test'
/** Makes a call that must succeed; returns the body of the answer. */
const call = async (shop: Instance, mode: Mode, method: string, path: string, body?: unknown) => {
  const answer = await shop.send(mode, method, `/v1${path}`, body)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.body
}

/** Advances the test clock, and waits: work of more than two seconds continues after the response. */
const advance = async (shop: Instance, by: object): Promise<void> => {
  await call(shop, 'test', 'POST', '/developers/test-clock/advance', by)
  await eventually(
    async () => (await call(shop, 'test', 'GET', '/developers/test-clock')).advancingTo === null,
  )
}

/** Requests a file; returns its path, the status and the digest of the bytes as one text. */
const fetched = async ({ server, keys }: Instance, mode: Mode, path: string): Promise<string> => {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${keys[mode]}` } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return `${path} ${answer.status} ${createHash('sha256').update(bytes).digest('hex')}`
}

interface Made {
  itemId: string
  runId: string
  exportId: string
  files: [Mode, string][]
}

/** Creates every kind of file on server `first` and uses them on `other`. */
const makeFiles = async (first: Instance, other: Instance, name: string): Promise<Made> => {
  const { body: upload } = await first.upload('IMAGE', new Uint8Array(jpegs.rgb))
  const asset = await call(other, 'live', 'GET', `/assets/${upload.assetId}`)
  const pictures = [asset.urls.master, asset.urls.thumb].map((url) => new URL(url).pathname)
  // `other` imports the list that was uploaded to `first`.
  await fillPostbatch(first, (mode, method, path, body) => call(other, mode, method, path, body))

  const { body: item } = await first.post('test', name)
  const render = await call(first, 'test', 'POST', '/renders', { itemId: item.id })
  const exported = await call(first, 'test', 'POST', '/exports', { kind: 'items' })
  const isReady = async (path: string) => (await call(other, 'test', 'GET', path)).status === 'READY'
  await eventually(() => isReady(`/renders/${render.id}`))
  await eventually(() => isReady(`/exports/${exported.id}`))

  await advance(first, { to: 'next-cutoff' })
  const printed = (): Promise<{ status: string; runId: string }> =>
    call(other, 'test', 'GET', `/items/${item.id}`)
  await eventually(async () => (await printed()).status === 'IN_PRODUCTION')
  const [invoice] = await call(other, 'live', 'GET', '/billing/invoices')
  return {
    itemId: item.id,
    runId: (await printed()).runId,
    exportId: exported.id,
    files: [
      ...pictures.map((path): [Mode, string] => ['live', path]),
      ['test', `/v1/renders/${render.id}/file`],
      ['test', `/v1/exports/${exported.id}/file`],
      ['live', `/v1/billing/invoices/${invoice.id}/pdf`],
    ],
  }
}

/** Checks that both servers serve every file with the same bytes, and evidence from the printed pages. */
const expectBothRead = async ({ older, newer }: Sides, { files, itemId }: Made): Promise<void> => {
  for (const [mode, path] of files) {
    const found = await fetched(older, mode, path)
    expect(found).toMatch(/ 200 /)
    expect(await fetched(newer, mode, path)).toBe(found)
  }
  for (const shop of [older, newer]) await call(shop, 'test', 'GET', `/items/${itemId}/evidence`)
}

/** Completes and erases the item on `first`; checks that `other` no longer serves its render. */
const expectErased = async (first: Instance, other: Instance, { itemId, files }: Made): Promise<void> => {
  await advance(first, { by: 'P30D' })
  await eventually(async () => (await call(other, 'test', 'GET', `/items/${itemId}`)).status === 'COMPLETED')
  await call(first, 'test', 'POST', `/items/${itemId}/erase`)
  await eventually(
    async () => (await call(other, 'test', 'GET', `/items/${itemId}`)).erasure.completedAt !== null,
  )
  const render = files.find(([, path]) => path.includes('/renders/'))!
  expect(await fetched(other, ...render)).toMatch(/ 404 /)
}

/** Returns the kinds of the objects in the bucket that the next version, or else this version, wrote. */
const kindsOf = (isNext: boolean) => {
  const own = [...s3.bucket.objects].filter(([, { meta }]) => nextMark in meta === isNext)
  return new Set(own.map(([key]) => key.replace(/^shop\//, '').split('/')[0]))
}

test('servers of this version and of one with an expanded schema and another rendering engine share a bucket', async () => {
  const first = await startInstance(data.older, [], env)
  servers.push(first.server)
  const next = await nextProgram()
  // The newer server migrates, and sets up an organisation whose templates it renders first.
  const second = await withProgram(next, () => startInstance(data.newer, [], env))
  servers.push(second.server)
  const shops = [first, second].map((shop) => sidesOf(shop, first.server, second.server))

  for (const [number, sides] of shops.entries()) {
    const { older, newer } = sides
    const byOlder = await makeFiles(older, newer, `${number}-older`)
    const byNewer = await makeFiles(newer, older, `${number}-newer`)
    for (const made of [byOlder, byNewer]) {
      await expectBothRead(sides, made)
      // This version's commands refuse the migrated database, so the next version's command runs.
      const run = ['run', 'package', made.runId, '--to', join(folder, 'packages')]
      const { path } = await withProgram(next, () => newer.cli(...run))
      expect(readdirSync(path)).toContain('SHA256SUMS')
    }
    await call(newer, 'test', 'DELETE', `/exports/${byOlder.exportId}`)
    await call(older, 'test', 'DELETE', `/exports/${byNewer.exportId}`)
    for (const shop of [older, newer]) {
      for (const { exportId } of [byOlder, byNewer]) {
        expect(await fetched(shop, 'test', `/v1/exports/${exportId}/file`)).toMatch(/ 404 /)
      }
    }
    await expectErased(older, newer, byNewer)
    await expectErased(newer, older, byOlder)
  }
  for (const isNext of [true, false]) expect([...kindsOf(isNext)]).toContain('uploads')
  const engines = await query(database, 'select distinct engine from template_versions order by engine')
  expect(engines.map(({ engine }) => engine)).toContain(nextEngine)

  const { code, stderr } = await first.server.end()
  expect({ code, faults: stderr.match(/"level":"(?:warn|error)".*/g) }).toEqual({ code: 0, faults: null })
  const before = new Map(s3.bucket.objects)
  const refused = await lettershop(['serve', '--port', '0', '--data', data.older], env)
  expect([refused.code, refused.stderr]).toEqual([12, expect.stringContaining('newer version of Lettershop')])
  expect(s3.bucket.objects).toEqual(before)

  const ended = await second.server.end()
  expect(ended.stderr.match(/"level":"(?:warn|error)".*/g)).toBeNull()
  // The move checks that every file to which a row refers exists.
  const moved = await withProgram(next, () => second.cli('move', '--to', 'folder'))
  expect(moved.checks.map(({ name, result }: Record<string, string>) => `${name} ${result}`)).toEqual([
    'key holds',
    'blobs holds',
    'money holds',
    'analytics holds',
  ])
})
