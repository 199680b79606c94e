import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../../src/adapters/postgres/database.ts'
import { partitionDatabase } from '../../../src/adapters/postgres/partition.ts'
import { canBePartitioned } from '../../../src/adapters/sql/partitions.ts'
import type { Table } from '../../../src/core/kernel/table.ts'
import { tables } from '../../../src/core/model/index.ts'

export const templateName = 'lettershop_template'
/** Number of partitions by organisation in this run's tables (`npm run test:partitions`). */
const partitions = Number(process.env.LETTERSHOP_TEST_PARTITIONS ?? 0)
const all = Object.values(tables) as unknown as Table[]

declare module 'vitest' {
  interface ProvidedContext {
    /** Port from which test files request the URL of PostgreSQL. */
    postgresBroker: number
  }
}

/** Creates the migrated database that others are copied from. Returns the URL of the server. */
const makeTemplate = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${templateName} template template0 encoding 'UTF8'`)
  await client.end()
  const template = url.replace(/[^/]*$/, templateName)
  await migrateDatabase(template)
  // Partitions all tables that can be, not only the large ones, because that is the harder case.
  if (partitions > 0) await partitionDatabase(template, partitions, all.filter(canBePartitioned))
  return url
}

/**
 * Global set-up of vitest: starts PostgreSQL for the first test file that requests it, and ends it with the
 * run.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let host: ChildProcess | undefined
  let started: Promise<string> | undefined
  const start = async (): Promise<string> => {
    host = spawn(process.execPath, [join(import.meta.dirname, 'host.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const url = once(host.stdout!, 'data').then(([line]) => makeTemplate(String(line).trim()))
    return Promise.race([
      url,
      once(host, 'exit').then(() => Promise.reject(new Error('PostgreSQL did not start.'))),
    ])
  }
  const broker = createServer((socket) => {
    socket.on('error', () => {})
    started ??= start()
    started.then(
      (url) => socket.end(JSON.stringify({ url })),
      (error) => socket.end(JSON.stringify({ error: String(error) })),
    )
  })
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  project.provide('postgresBroker', (broker.address() as { port: number }).port)
  return async () => {
    broker.close()
    if (!host || host.exitCode !== null) return
    const ended = once(host, 'exit')
    host.stdin!.end()
    await ended
  }
}
