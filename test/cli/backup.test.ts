import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { blobsReferredTo } from '../../src/core/app/stored-blobs.ts'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import {
  answersAbout,
  eventually,
  type Instance,
  instanceOn,
  runThatWaits,
  startInstance,
} from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
// The shop has a webhook endpoint without https.
const flags = ['--allow-insecure-webhooks']

/** A shop that has printed is backed up under writes, lost entirely, and restored from the backup. */
describe('a restore drill', () => {
  let shop: Instance
  let backup: string
  const printed: string[] = []
  const waiting: string[] = []
  const answered: string[] = []
  const answeredBefore: string[] = []
  let before: Record<string, unknown>
  let document: string

  beforeAll(async () => {
    shop = await startInstance(join(folder, 'data'), flags)
    await shop.send('test', 'POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/nobody', events: ['*'] })
    for (let n = 0; n < 5; n++) printed.push((await shop.post('test', `printed ${n}`)).body.id)
    await shop.cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
    for (let n = 0; n < 5; n++) waiting.push((await shop.post('test', `waiting ${n}`)).body.id)
    for (let n = 0; n < 3; n++) waiting.push((await shop.post('live', `live ${n}`)).body.id)
    document = (await shop.send('test', 'GET', `/v1/items/${printed[0]}/document`)).text
    before = await answersAbout(shop, 'test', [...printed, ...waiting.slice(0, 5)])
    // Writes continue during the backup.
    let making = true
    const load = async (mode: 'live' | 'test', name: string) => {
      for (let n = 0; making; n++) {
        const { status, body } = await shop.post(mode, `${name} ${n}`)
        expect(status).toBe(201)
        answered.push(body.id)
      }
    }
    const loads = [load('test', 'a'), load('live', 'b'), load('test', 'c')]
    await eventually(async () => answered.length > 20)
    answeredBefore.push(...answered)
    const made = await shop.cli('backup', '--to', join(folder, 'backups'))
    making = false
    await Promise.all(loads)
    backup = made.path
    expect(readdirSync(join(folder, 'backups'))).toEqual([backup.slice(backup.lastIndexOf('/') + 1)])
    await shop.server.end('SIGKILL')
    rmSync(shop.data, { recursive: true })
  })

  test('a backup made under load passes verification and is private to its owner', async () => {
    const checked = await lettershopJson(['backup', 'verify', backup])
    expect(checked.checks.filter(({ result }: { result: string }) => result !== 'holds')).toEqual([])
    expect(checked.checks.map(({ name }: { name: string }) => name)).toEqual([
      'manifest',
      'files',
      'database',
      'rows',
      'key',
      'blobs',
      'money',
      'analytics',
    ])
    expect(statSync(backup).mode & 0o777).toBe(0o700)
    expect(statSync(join(backup, 'instance.key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(backup, 'lettershop.db')).mode & 0o077).toBe(0)
    expect(answered.length).toBeGreaterThan(answeredBefore.length)
  })

  test("every blob is some row's, so that a missing one is noticed", async () => {
    cpSync(join(backup, 'lettershop.db'), join(folder, 'rows.db'))
    const store = await createSqliteStore({ file: join(folder, 'rows.db') })
    const referred: string[] = []
    for await (const { key } of blobsReferredTo(store)) referred.push(`blobs/${key}`)
    await store.close()
    const withoutRow = /\/(?:said\.json|sha256sums\.txt)$/
    const there = sumsOf(backup).filter((name) => name.startsWith('blobs/') && !withoutRow.test(name))
    expect(there.toSorted()).toEqual([...new Set(referred)].toSorted())
  })

  test('a restored instance gives the same answers, prints nothing live on its own, and resumes its work', async () => {
    const data = join(folder, 'restored')
    const result = await lettershop(['restore', backup, '--data', data])
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(result.stdout).toMatch(/Live printing is held.*Invoicing is held/s)
    const server = await startServerProcess(['--data', data, ...flags])
    const restored = instanceOn(data, server, shop)
    expect(await answersAbout(restored, 'test', [...printed, ...waiting.slice(0, 5)])).toEqual(before)
    expect((await restored.send('test', 'GET', `/v1/items/${printed[0]}/document`)).text).toBe(document)
    for (const id of answeredBefore) {
      const [live, test] = await Promise.all(
        (['live', 'test'] as const).map((mode) => restored.send(mode, 'GET', `/v1/items/${id}`)),
      )
      expect([live!.status, test!.status].toSorted()).toEqual([200, 404])
    }
    expect((await restored.cli('billing', 'recount')).agrees).toBe(true)
    await restored.cli('analytics', 'rebuild', '--check')

    // Test mail resumes automatically.
    await restored.cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
    await eventually(async () => {
      const { body } = await restored.send('test', 'GET', `/v1/items/${waiting[0]}`)
      return (
        body.status === 'IN_PRODUCTION' || body.status === 'HANDED_TO_CARRIER' || body.status === 'COMPLETED'
      )
    })

    // Live mail waits for an operator who has checked with the printer.
    expect(await restored.cli('printing', 'show')).toMatchObject({ held: true })
    const runs = await restored.cli('run', 'list', '--mode', 'live')
    expect(runs.length).toBe(1)
    const { id } = runs[0]
    await restored.cli('run', 'close', id)
    expect(await runThatWaits(restored, id, 'Printing is held.')).toMatchObject({
      status: 'RENDERED',
      reason: expect.stringContaining('Restored from a backup of'),
    })
    const refused = await lettershop(['run', 'hand-over', id, '--data', data])
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('Printing is held')])
    await restored.cli('run', 'hand-over', id, '--printed', 'no')
    await eventually(async () => existsSync(join(data, 'printer', id)))
    expect(await restored.cli('printing', 'resume')).toMatchObject({ held: false })

    // Invoices wait for an operator who knows the numbers issued after the backup.
    const topUp = ['billing', 'top-up', '--org', shop.organisationId, '--amount-cents', '100']
    const unnumbered = await lettershop([...topUp, '--data', data])
    expect([unnumbered.code, unnumbered.stderr]).toEqual([4, expect.stringContaining('Invoicing is held')])
    const { held, lastInvoice } = await restored.cli('invoicing', 'show')
    expect(held).toBe(true)
    const [, year, last] = /^(\d+)-(\d+)$/.exec(lastInvoice)!
    const numberOf = (behind: number) => `${year}-${String(Number(last) + behind).padStart(6, '0')}`
    await restored.cli('invoicing', 'resume', '--last-invoice', numberOf(7))
    expect(await restored.cli(...topUp)).toMatchObject({ number: numberOf(8) })
    expect((await restored.cli('billing', 'recount')).agrees).toBe(true)
    await server.end()
    const { checks } = JSON.parse((await lettershop(['doctor', '--json', '--data', data])).stdout)
    for (const name of ['printer', 'invoices']) {
      expect(checks.find((check: { name: string }) => check.name === name).status).toBe('fine')
    }
  })

  test('a backup is restored only into an empty folder', async () => {
    const data = join(folder, 'taken')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(join(data, 'mine'), '')
    const { code, stderr } = await lettershop(['restore', backup, '--data', data])
    expect([code, stderr]).toEqual([4, expect.stringContaining('is not empty')])
    expect(readdirSync(data)).toEqual(['mine'])
  })

  test('a restore with another secret key is refused', async () => {
    const other = { LETTERSHOP_SECRET_KEY: '00'.repeat(32) }
    const { code, stderr } = await lettershop(['restore', backup, '--data', join(folder, 'other-key')], other)
    expect([code, stderr]).toEqual([4, expect.stringContaining('is not the key')])
    expect(existsSync(join(folder, 'other-key'))).toBe(false)
  })

  test('an incomplete restore cannot be opened', async () => {
    const damaged = copyOf('half')
    const [part] = runParts(damaged)
    appendFileSync(join(damaged, part!), 'x')
    const data = join(folder, 'half-restored')
    const result = await lettershop(['restore', damaged, '--data', data])
    expect([result.code, result.stderr]).toEqual([10, expect.stringContaining('is damaged in the backup')])
    for (const command of [
      ['serve', '--port', '0'],
      ['org', 'list'],
    ]) {
      const { code, stderr } = await lettershop([...command, '--data', data])
      expect([code, stderr]).toEqual([10, expect.stringContaining('was interrupted')])
    }
  })

  const copyOf = (name: string): string => {
    const to = join(folder, `copy-${name}`)
    cpSync(backup, to, { recursive: true })
    return to
  }
  const sumsOf = (path: string): string[] =>
    readFileSync(join(path, 'SHA256SUMS'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(66))
  const runParts = (path: string): string[] =>
    sumsOf(path).filter((name) => /^blobs\/runs\/.*\.pdf$/.test(name))
  const change = (path: string, sql: string) => {
    const database = new Database(join(path, 'lettershop.db'))
    database.exec(sql)
    database.close()
  }
  const overwrite = (file: string, at: number) => {
    const bytes = readFileSync(file)
    bytes.fill(0xff, at, at + 64)
    writeFileSync(file, bytes)
  }

  test.each<[string, (path: string) => void, Record<string, RegExp>]>([
    [
      'a part of a run is missing',
      (path) => rmSync(join(path, runParts(path)[0]!)),
      { files: /1 missing: blobs\/runs/, blobs: /1 missing: runs\/.*\(runs run_/ },
    ],
    [
      'a blob was damaged',
      (path) => overwrite(join(path, runParts(path)[0]!), 100),
      { files: /1 damaged: blobs\/runs/ },
    ],
    [
      'a page of the database was damaged',
      (path) => {
        const file = join(path, 'lettershop.db')
        for (let at = 8192; at < statSync(file).size; at += 4096 * 7) overwrite(file, at)
      },
      { files: /1 damaged: lettershop.db/, database: /./ },
    ],
    [
      'rows were lost, and money with them',
      (path) =>
        change(path, 'delete from ledger_entries where rowid = (select max(rowid) from ledger_entries)'),
      { files: /1 damaged/, rows: /ledger_entries has/, money: /1 ledgers differ/ },
    ],
    [
      'the checksums were changed',
      (path) => appendFileSync(join(path, 'SHA256SUMS'), '\n'),
      { manifest: /SHA256SUMS does not match/, files: /SHA256SUMS is damaged/ },
    ],
    [
      'it has an unknown file',
      (path) => writeFileSync(join(path, 'blobs', 'x'), ''),
      { files: /1 not of this backup: blobs\/x/ },
    ],
  ])('verify reports that %s', async (what, damage, expected) => {
    const path = copyOf(what.replaceAll(' ', '-'))
    damage(path)
    const { code, stdout } = await lettershop(['backup', 'verify', path, '--json'])
    expect(code).toBe(1)
    const { checks } = JSON.parse(stdout.split('\n')[0]!) as {
      checks: { name: string; result: string; detail: string }[]
    }
    const wrong = checks.filter(({ result }) => result === 'fails')
    expect(wrong.map(({ name }) => name)).toEqual(Object.keys(expected))
    for (const { name, detail } of wrong) expect(detail).toMatch(expected[name]!)
  })

  test.each([
    ['another folder', () => folder, 10, /is not a backup/],
    ['nothing', () => join(folder, 'nothing'), 10, /is not a backup/],
    [
      'a backup of a newer version',
      () => {
        const path = copyOf('newer')
        const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))
        writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, format: 99 }))
        return path
      },
      12,
      /newer version/,
    ],
  ])('verify and restore refuse %s', async (_what, path, exitCode, message) => {
    const at = path()
    for (const command of [
      ['backup', 'verify', at],
      ['restore', at, '--data', join(folder, 'never')],
    ]) {
      const { code, stderr } = await lettershop(command)
      expect([code, stderr]).toEqual([exitCode, expect.stringMatching(message)])
    }
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })
})
