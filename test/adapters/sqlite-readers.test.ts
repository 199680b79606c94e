import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openConnection, type SqliteConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { Readers } from '../../src/adapters/sqlite/readers.ts'
import { Scanner } from '../../src/adapters/sqlite/scanner.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { ListQuery } from '../../src/core/kernel/query.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { deferred } from '../contract/store/samples.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = join(temporaryFolder(), 'store.sqlite')
const store = await createSqliteStore({ file })
const driver = await loadDriver()
afterAll(() => store.close())

let connections = 0
const openReader = (): SqliteConnection => {
  connections += 1
  return openConnection(driver, file, { readOnly: true })
}

it('limits concurrent reads to its connections, and serves the rest in order', async () => {
  connections = 0
  const readers = new Readers(openReader, 2)
  const gates = Array.from({ length: 5 }, deferred)
  const began: number[] = []
  const reads = gates.map(({ promise }, index) =>
    readers.read(async (rows) => {
      began.push(index)
      await rows.facts.count(everyone, {})
      await promise
    }),
  )
  await expect.poll(() => began).toEqual([0, 1])
  gates[1]!.resolve()
  await expect.poll(() => began).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(reads)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(connections).toBe(2)
  await readers.close()
})

it('lets others read while some wait for the scanning thread', async () => {
  await store.write((rows) => rows.facts.insert({ id: 'known', value: 'x' }))
  const scanner = new Scanner({ file, longTableRows: 1 })
  const readers = new Readers(openReader, 1, scanner)
  const query = {
    where: { id: 'known' },
    sort: [],
    limit: 1,
    total: true,
  } satisfies ListQuery<{ id: string }>
  const order: string[] = []
  const scan = readers.read(async (rows) => {
    const page = await rows.facts.list(everyone, query)
    order.push('scan')
    return page
  })
  const short = readers.read(async (rows) => {
    const fact = await rows.facts.get(everyone, 'known')
    order.push('short')
    return fact?.value
  })
  expect(await short).toBe('x')
  expect(await scan).toMatchObject({ rows: [{ id: 'known' }], totalCount: 1 })
  expect(order).toEqual(['short', 'scan'])
  await readers.close()
  await store.write((rows) => rows.facts.remove(everyone, {}))
})

it('closes after current reads', async () => {
  const readers = new Readers(openReader, 1)
  const gate = deferred()
  const reading = readers.read(async (rows) => {
    await gate.promise
    return rows.facts.count(everyone, {})
  })
  const closing = readers.close()
  gate.resolve()
  expect(await reading).toBe(0)
  await closing
})

it('continues when a connection could not be opened, and can still be closed', async () => {
  let attempts = 0
  const readers = new Readers(() => {
    attempts += 1
    if (attempts === 1) throw new Error('too many open files')
    return openReader()
  }, 1)
  await expect(readers.read(async () => 1)).rejects.toThrow('too many open files')
  expect(await readers.read(async () => 2)).toBe(2)
  await expect(readers.read(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await readers.read(async () => 3)).toBe(3)
  await readers.close()
  await expect(readers.read(async () => 4)).rejects.toThrow(/closed/)
})

it('cannot write through a read-only connection', () => {
  const connection = openReader()
  expect(() => connection.execute(`insert into facts values ('a', 'b')`)).toThrow(/readonly/i)
  connection.close()
})
