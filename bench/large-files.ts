/**
 * Measures event-loop turns with files of maximum size: pictures of 49 MiB from the upload to the printed
 * package, preview and document, and a list of 100,000 rows. An instance on an SQLite file in this process
 * serves HTTP to a client in another thread, whose processor time does not count. The limit is 50 ms of this
 * thread's own processor time. `node bench/large-files.ts [parts of phase names]`
 */
import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../bin/cli/settings.ts'
import { openInstance } from '../bin/instance/open.ts'
import { topUp } from '../src/core/features/billing/top-ups.ts'
import { createKey } from '../src/core/features/developers/keys.ts'
import { createOrganisation } from '../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../src/core/features/organisations/rate-limits.ts'
import { sampleIds } from '../src/core/features/products/install-catalogue.ts'
import { floristPostcard } from '../src/core/features/seed/designs/florist.ts'
import { seedOrganisation } from '../src/core/features/seed/seed.ts'
import { silentLog } from '../src/core/ports/system.ts'
import { startServer } from '../src/server/server.ts'
import { png } from '../test/support/images.ts'
import { giveReturnAddress, liveTarget } from '../test/support/ready-for-live.ts'
import { zoe } from '../test/support/recipients.ts'
import { startClient } from './support/client-worker.ts'
import { sayFor } from './support/measured.ts'
import { stallsDuring } from './support/stall-meter.ts'

const limitMs = 50
const aim = { atMost: limitMs, of: 'max' as const }
const say = sayFor('bench/large-files.ts')
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-large-'))
const settings = await readSettings(scratch, { 'base-url': 'http://mail.example' }, {})
const { core } = await openInstance(scratch, settings, silentLog)
const { services } = core
const server = await startServer(core, { port: 0 })
const client = startClient()
const { id: organisationId } = await createOrganisation(services, { name: 'Bench' })
await setRateLimits(services, organisationId, {
  itemCreate: 1_000_000,
  general: 1_000_000,
  upload: 1_000_000,
  preview: 1_000_000,
})
await topUp(services, { organisationId, amountCents: 100_000_000, paymentId: 'bench' })
await giveReturnAddress(services, { id: organisationId, name: 'Bench' })
await seedOrganisation(services, organisationId, liveTarget)
const keyOf = async (mode: 'live' | 'test') =>
  (await createKey(services, { organisationId, mode, scopes: 'all' })).key
const keys = { live: await keyOf('live'), test: await keyOf('test') }
const operator = await createKey(services, {
  organisationId,
  mode: 'test',
  scopes: ['runs.manage'],
  expiresInDays: 1,
})

const wanted = process.argv.slice(2)
let worst = 0
/** Runs a phase and reports the processor time of its most expensive event-loop turn. */
const phase = async <T>(name: string, body: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  let result: T
  const { maxMs, ownMs } = await stallsDuring(async () => {
    result = await body()
  })
  const tookMs = performance.now() - started
  worst = Math.max(worst, ownMs)
  const columns = [maxMs, ownMs, tookMs].map((value) => value.toFixed(0).padStart(8)).join('')
  const what = `longest event-loop turn: ${name}`
  say(
    `${name.padEnd(56)}${columns}${ownMs > limitMs ? '  OVER' : ''}`,
    ...(name === 'nothing' ? [] : [{ what, unit: 'ms', values: [ownMs], aim }]),
  )
  return result!
}

const send = <T>(
  method: string,
  path: string,
  { key = keys.live, ...rest }: { key?: string; body?: unknown; file?: string; output?: string } = {},
): Promise<T> => client.send<T>({ method, url: `${server.url}/v1${path}`, key, ...rest })

const until = async (done: () => Promise<boolean>): Promise<void> => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Rows of noise, which cannot be compressed. */
const noise = (width: number, height: number, channels: number): Uint8Array => {
  const stride = width * channels + 1
  const rows = randomFillSync(new Uint8Array(stride * height))
  for (let y = 0; y < height; y++) rows[y * stride] = 0
  return rows
}

const pictures: Record<string, () => Uint8Array> = {
  'PNG of 49 MiB': () => png({ width: 4090, height: 4180, type: 2, rows: noise(4090, 4180, 3) }),
  // Larger ones are refused on Node: reading them takes all of the permitted memory.
  'PNG of 44 MiB with opacity': () => png({ width: 3400, height: 3400, type: 6, rows: noise(3400, 3400, 4) }),
}

/** The florist's card with a picture behind all other elements of its front. */
const designWith = (assetId: string) => {
  const [front, back] = floristPostcard.pages
  const image = {
    type: 'image' as const,
    x: -3,
    y: -3,
    w: 154,
    h: 111,
    fit: 'cover' as const,
    asset: assetId,
  }
  return { ...floristPostcard, pages: [{ ...front!, elements: [image, ...front!.elements] }, back!] }
}

const printOne = async (name: string, make: () => Uint8Array): Promise<void> => {
  const file = join(scratch, 'picture')
  writeFileSync(file, make())
  const upload = await phase(`${name}: upload, inspection, thumbnail`, () =>
    send<{ assetId: string }>('POST', '/uploads?kind=IMAGE&name=picture', { file }),
  )
  const template = await send<{ id: string }>('POST', '/templates', {
    body: { name, productSpecificationId: sampleIds.a6, document: designWith(upload.assetId) },
  })
  await phase(`${name}: publish`, () => send('POST', `/templates/${template.id}/publish`))
  const postflow = await send<{ id: string }>('POST', '/postflows', {
    key: keys.test,
    body: {
      name,
      templateId: template.id,
      advertisingCategory: 'retail',
      trackingTargetUrl: 'https://example.com',
    },
  })
  await send('POST', `/postflows/${postflow.id}/activate`, { key: keys.test })
  const item = await phase(`${name}: create an item`, () =>
    send<{ id: string }>('POST', '/items', {
      key: keys.test,
      body: { postflowId: postflow.id, recipient: zoe, data: { firstName: 'Zoë' } },
    }),
  )
  await phase(`${name}: preview`, async () => {
    const body = { itemId: item.id, format: 'png' }
    const { id } = await send<{ id: string }>('POST', '/renders', { key: keys.test, body })
    await until(
      async () =>
        (await send<{ status: string }>('GET', `/renders/${id}`, { key: keys.test })).status !== 'PENDING',
    )
  })
  await phase(`${name}: run, package, proof`, async () => {
    await send('POST', '/developers/test-clock/advance', { key: keys.test, body: { to: 'next-cutoff' } })
    await until(async () => {
      const { status } = await send<{ status: string }>('GET', `/items/${item.id}`, { key: keys.test })
      return status === 'IN_PRODUCTION'
    })
  })
  await phase(`${name}: the item's document`, () =>
    send('GET', `/items/${item.id}/document`, { key: keys.test, output: join(scratch, 'document.pdf') }),
  )
  await phase(`${name}: the run's package`, async () => {
    const { runId } = await send<{ runId: string }>('GET', `/items/${item.id}`, { key: keys.test })
    await send('GET', `/runs/${runId}/package`, { key: operator.key, output: join(scratch, 'package.zip') })
  })
}

const list = async (): Promise<void> => {
  const file = join(scratch, 'list.csv')
  const rows = Array.from(
    { length: 100_000 },
    (_, index) => `Zoë ${index},Damrak,${1 + (index % 999)},${1000 + (index % 9000)} AB,Amsterdam,NL`,
  )
  writeFileSync(file, ['name,street,houseNumber,postalCode,city,country', ...rows, ''].join('\n'))
  const upload = await phase('list of 100,000 rows: upload', () =>
    send<{ id: string }>('POST', '/uploads?kind=CSV&name=list.csv', { file }),
  )
  const { data } = await send<{ data: { templateId: string }[] }>('GET', '/postflows')
  const { id } = await send<{ id: string }>('POST', '/postbatches', {
    body: { name: 'Bench', templateId: data[0]!.templateId },
  })
  const column = (name: string) => ({ column: name })
  const fields = Object.fromEntries(
    ['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'].map((name) => [
      `recipient.${name}`,
      column(name),
    ]),
  )
  await phase('list of 100,000 rows: import', async () => {
    const body = { uploadId: upload.id, mapping: { fields: { ...fields, 'data.firstName': column('name') } } }
    const made = await send<{ id: string }>('POST', `/postbatches/${id}/imports`, { body })
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const path = `/postbatches/${id}/imports/${made.id}`
      return ['COMPLETED', 'FAILED'].includes((await send<{ status: string }>('GET', path)).status)
    })
  })
}

console.log(`${''.padEnd(56)}${['delay', 'own CPU', 'took'].map((head) => head.padStart(8)).join('')}  ms`)
const matches = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word))
// Node loads the picture modules with the first picture, in a turn of some 230 ms that is independent of its
// size.
const small = join(scratch, 'small')
writeFileSync(small, png({ width: 40, height: 40, type: 2, rows: noise(40, 40, 3) }))
await send('POST', '/uploads?kind=IMAGE&name=small', { file: small })
await phase('nothing', () => new Promise((resolve) => setTimeout(resolve, 500)))
for (const [name, make] of Object.entries(pictures)) if (matches(name)) await printOne(name, make)
if (matches('list')) await list()
console.log(`\nworst ${worst.toFixed(0)} ms; the limit is ${limitMs} ms`)
await client.close()
await server.drain()
await core.close()
rmSync(scratch, { recursive: true, force: true })
