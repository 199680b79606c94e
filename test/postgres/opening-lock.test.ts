import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whileOffline } from '../../bin/instance/alone.ts'
import { withDatabaseLock } from '../../bin/instance/database.ts'
import { eventually } from '../support/instance.ts'
import { allowConnections, newDatabase, query } from '../support/postgres/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

test('servers open a database one after the other, on any machine', async () => {
  const url = await newDatabase()
  const order: string[] = []
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const first = withDatabaseLock(url, async () => {
    order.push('the first begins')
    await held
    order.push('the first ends')
  })
  await eventually(async () => order.length === 1)
  const second = withDatabaseLock(url, async () => void order.push('the second begins'))
  await eventually(async () => {
    const waiting = await query(url, `select 1 from pg_locks where locktype = 'advisory' and not granted`)
    return waiting.length === 1
  })
  expect(order).toEqual(['the first begins'])
  go()
  await Promise.all([first, second])
  expect(order).toEqual(['the first begins', 'the first ends', 'the second begins'])
})

test('a server that starts while files are moved or keys are rotated waits, on any machine', async () => {
  const url = await newDatabase()
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const order: string[] = []
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const work = whileOffline(dataDir, { database: url }, async () => {
    order.push('the work begins')
    await held
    order.push('the work ends')
  })
  await eventually(async () => order.length === 1)
  const start = withDatabaseLock(url, async () => void order.push('the server opens'))
  await eventually(async () => {
    const waiting = await query(url, `select 1 from pg_locks where locktype = 'advisory' and not granted`)
    return waiting.length === 1
  })
  go()
  await Promise.all([work, start])
  expect(order).toEqual(['the work begins', 'the work ends', 'the server opens'])
})

test('work that loses its lock is notified before it completes', async () => {
  const url = await newDatabase()
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const work = whileOffline(dataDir, { database: url }, async (assertAlone) => {
    await assertAlone()
    // Ends the connection that holds the lock, as a restart of the database does.
    // Other tests use other databases of the same PostgreSQL.
    const own = '(select oid from pg_database where datname = current_database())'
    const ofLocks = `from pg_locks where locktype = 'advisory' and granted and database = ${own}`
    await query(url, `select pg_terminate_backend(pid) ${ofLocks}`)
    await assertAlone()
  })
  await expect(work).rejects.toThrow(/that kept servers away from .* was lost/)
})

test('a failure releases the lock, and an unavailable database is named', async () => {
  const url = await newDatabase()
  await expect(withDatabaseLock(url, () => Promise.reject(new Error('wrong key')))).rejects.toThrow(
    'wrong key',
  )
  expect(await withDatabaseLock(url, async () => 'opened')).toBe('opened')
  await allowConnections(url, false)
  const refused = withDatabaseLock(url, async () => 'opened')
  await expect(refused).rejects.toMatchObject({ body: { exitCode: 15 } })
  await expect(refused).rejects.toThrow(new URL(url).pathname.slice(1))
})
