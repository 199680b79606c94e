/**
 * Measures importing a list into a Postbatch, compared with `sqlite3 .import` of the same file: an instance
 * on an SQLite file in this process, composed like `bin/instance/open.ts`. Rounds alternate; ratios are
 * stable, absolute figures drift. `node bench/import.ts [rows]`; needs Debian's `sqlite3`.
 *
 * In addition to writing a row, an import validates the address, measures the printed text, checks the
 * suppression list and duplicates, and writes history, two events, rollups and totals, durably and resumably.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../bin/cli/settings.ts'
import { openInstance } from '../bin/instance/open.ts'
import { createKey } from '../src/core/features/developers/keys.ts'
import { createOrganisation } from '../src/core/features/organisations/manage.ts'
import { seedOrganisation } from '../src/core/features/seed/seed.ts'
import { silentLog } from '../src/core/ports/system.ts'
import { giveReturnAddress, liveTarget } from '../test/support/ready-for-live.ts'
import { sayFor } from './support/measured.ts'
import { type Stalls, stallsDuring } from './support/stall-meter.ts'
import { syncTimeUs } from './support/sync-time.ts'

const rowCount = Number(process.argv[2] ?? 100_000)
const rounds = 2
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'lettershop-import-'))
mkdirSync(join(scratch, 'data'), { mode: 0o700 })
const settings = await readSettings(join(scratch, 'data'), { 'base-url': 'http://mail.example' }, {})
const { core } = await openInstance(join(scratch, 'data'), settings, silentLog)
const { services } = core
const organisation = await createOrganisation(services, { name: 'Bench' })
const organisationId = organisation.id
await giveReturnAddress(services, organisation)
await seedOrganisation(services, organisationId, liveTarget)
const { key } = await createKey(services, { organisationId, mode: 'live', scopes: 'all' })

const heading = 'Klantnr;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Land'
const streets = ['Damrak', 'Kerkstraat', 'Oude Ebbingestraat', 'Burgemeester de Vlugtlaan', 'Molenweg']
const names = ['Zoë', 'Bram', 'Anouk', 'Thijs', 'Noëlle', 'Daan', 'Maïté', 'Sanne']
const file = join(scratch, 'list.csv')
const lines = Array.from({ length: rowCount }, (_, index) => {
  const code = `${1000 + (index % 9000)} ${'ABCDEFGHJK'[index % 10]}${'KLMNPRSTVX'[Math.floor(index / 10) % 10]}`
  return `K${index};${names[index % names.length]};de Vries ${index};${streets[index % streets.length]};${1 + (index % 999)};${code};Amsterdam;Nederland`
})
writeFileSync(file, `\uFEFF${[heading, ...lines, ''].join('\r\n')}`)
const bytes = statSync(file).size

const mapping = {
  fields: {
    'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'recipient.country': { column: 'Land' },
    'data.firstName': { column: 'Voornaam' },
    reference: { column: 'Klantnr' },
  },
}

const call = async <T>(id: string, params: Record<string, string> = {}, body?: unknown): Promise<T> => {
  const answer = await core.call({
    operation: (await core.registry.get(id))!,
    params,
    query: [],
    body: async () => body,
    headers: { authorization: `Bearer ${key}` },
    requestId: 'req_bench',
  })
  if (answer.status >= 400) throw new Error(`${id}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

const { data: postflows } = await call<{ data: { templateId: string }[] }>('postflows.list')
const templateId = postflows[0]!.templateId

interface Imported {
  id: string
  status: string
  createdCount: number
  failedCount: number
  problems: unknown[]
}

/** Imports an uploaded file and returns the seconds that the import takes. */
const importOnce = async (): Promise<number> => {
  const { id } = await call<{ id: string }>('postbatches.create', {}, { name: 'Bench', templateId })
  const blobKey = `uploads/bench-${id.toLowerCase()}`
  await services.blobs.put(blobKey, readFileSync(file))
  const uploadId = services.ids.next('upl')
  await services.store.write((rows) =>
    rows.uploads.insert({
      id: uploadId,
      organisationId,
      mode: 'live',
      kind: 'CSV',
      status: 'READY',
      fileName: 'list.csv',
      contentType: 'text/csv',
      sizeBytes: bytes,
      sha256: '',
      blobKey,
      findings: [],
      sheets: null,
      pages: null,
      assetId: null,
      createdById: null,
      createdAt: services.clock.now(),
    }),
  )
  const before = performance.now()
  const { id: importId } = await call<Imported>('postbatches.createImport', { id }, { uploadId, mapping })
  while ((await core.scheduler.tick()).ran > 0);
  const seconds = (performance.now() - before) / 1000
  const done = await call<Imported>('postbatches.getImport', { id, importId })
  if (done.createdCount !== rowCount) throw new Error(`${JSON.stringify(done).slice(0, 800)}`)
  return seconds
}

/**
 * Imports the same file with SQLite's shell into a table with the same columns, synced. Returns the seconds.
 */
const plainOnce = (round: number): number => {
  const database = join(scratch, `plain-${round}.db`)
  const columns = heading.split(';').join(' text, ')
  const before = performance.now()
  execFileSync('sqlite3', [
    database,
    'pragma journal_mode = wal; pragma synchronous = full;',
    `create table list (${columns} text);`,
    '.mode csv',
    '.separator ;',
    `.import --skip 1 ${file} list`,
  ])
  return (performance.now() - before) / 1000
}

const peak = { rss: 0 }
const watch = setInterval(() => {
  peak.rss = Math.max(peak.rss, process.memoryUsage.rss())
}, 20)
const imports: number[] = []
const plains: number[] = []
const stalls: Stalls[] = []
const start = process.memoryUsage.rss()
for (let round = 0; round < rounds; round++) {
  plains.push(plainOnce(round))
  stalls.push(
    await stallsDuring(async () => {
      imports.push(await importOnce())
    }),
  )
}
clearInterval(watch)
const best = Math.min(...imports)
const plain = Math.min(...plains)
const mebibytes = (value: number) => (value / 1024 / 1024).toFixed(0)
console.log(
  `${rowCount} rows, ${mebibytes(bytes)} MiB; a synced 4 KiB append takes ${syncTimeUs(scratch).toFixed(0)} µs`,
)
const say = sayFor('bench/import.ts')
const size = `${rowCount} rows`
say(`import         ${best.toFixed(2)} s, ${(rowCount / best).toFixed(0)} rows/s`, {
  ...{ what: 'a list is imported into a Postbatch', unit: 's', values: imports, size },
  // Ten thousand rows per second.
  aim: { atMost: rowCount / 10_000 },
  comparedWith: { name: 'sqlite3 .import', values: plains },
})
console.log(`sqlite3        ${plain.toFixed(2)} s, ${(rowCount / plain).toFixed(0)} rows/s`)
console.log(`ratio          ${(best / plain).toFixed(1)}`)
say(
  `memory         ${mebibytes(start)} MiB before, ${mebibytes(peak.rss)} MiB at most`,
  {
    ...{ what: 'peak memory', unit: 'MB', values: [peak.rss / 1024 / 1024], size },
    comparedWith: { name: 'before', values: [start / 1024 / 1024] },
  },
  {
    ...{ what: 'longest event-loop turn', unit: 'ms', size, aim: { atMost: 50, of: 'max' } },
    values: stalls.map(({ ownMs }) => ownMs),
  },
)

for (const { maxMs, p99Ms, ownMs, commitMs } of stalls) {
  say(
    `event loop     ${maxMs.toFixed(0)} ms at most, p99 ${p99Ms.toFixed(0)} ms; own CPU ${ownMs.toFixed(0)} ms, commit ${commitMs.toFixed(0)} ms`,
  )
}
await core.close()
rmSync(scratch, { recursive: true, force: true })
