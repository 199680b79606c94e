import { join } from 'node:path'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.gen.ts'
import { loadDriver } from '../../src/adapters/sqlite/load-driver.ts'
import { createSqliteStore, type SqliteStore } from '../../src/adapters/sqlite/store.ts'
import { blobsReferredTo } from '../../src/core/app/stored-blobs.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import { anyTable, everyone } from '../../src/core/ports/store.ts'
import { createLettershop } from '../../src/index.ts'
import { rebuildAnalytics } from '../control/analytics.ts'
import { billingCommands } from '../control/billing.ts'
import { keyFact } from '../instance/rotation.ts'
import { copyFile } from './copy.ts'
import { type BackupCheck, told } from './findings.ts'
import type { Manifest } from './layout.ts'

interface Looking {
  file: string
  /** Folder for the copy that is opened, because opening migrates. */
  scratch: string
  manifest: Manifest
  /** Whether the backup has this blob. */
  has(key: string): Promise<boolean>
  /** True where it holds. */
  look(name: string, work: () => Promise<Omit<BackupCheck, 'name'>>): Promise<boolean>
}

const holds = (detail: string) => ({ result: 'holds' as const, detail })
const fails = (detail: string) => ({ result: 'fails' as const, detail })

const afterDatabase = ['rows', 'key', 'blobs', 'money', 'analytics'] as const

/**
 * Checks the database: the file itself, its rows, the blobs to which they refer, the money and the counts.
 */
export const checkDatabase = async ({ file, scratch, manifest, has, look }: Looking): Promise<void> => {
  const copy = join(scratch, 'lettershop.db')
  const sound = await look('database', async () => {
    await copyFile(file, copy)
    return checkPages(copy, manifest)
  })
  if (!sound) {
    for (const name of afterDatabase) {
      await look(name, async () => ({ result: 'open', detail: 'the database is damaged' }))
    }
    return
  }
  const store = await createSqliteStore({ file: copy })
  const shop = await createLettershop({ ports: { store } })
  try {
    await look('rows', () => checkRows(store, manifest))
    await look('key', () => checkKey(store, manifest))
    await look('blobs', () => checkBlobs(store, has))
    await look('money', async () => {
      const { agrees, organisations, numbers } = await billingCommands['billing.recount'](shop.core, {})
      if (agrees) return holds(`the ledgers of ${organisations.length} organisations add up`)
      const wrong = organisations.filter((each) => !each.agrees).map(({ organisationId }) => organisationId)
      const gaps = numbers.filter(({ taken, issued }) => taken !== issued).length
      return fails(
        [...told('ledgers differ', wrong), ...(gaps ? ['invoice numbers have gaps'] : [])].join('; '),
      )
    })
    await look('analytics', async () => {
      const results = await rebuildAnalytics(shop.core, { check: true })
      const wrong = results.filter(({ outcome }) => outcome !== 'equal')
      return wrong.length === 0
        ? holds('equal to a recount')
        : fails(
            told(
              'differ from a recount',
              wrong.map(({ organisationId, mode }) => `${organisationId} (${mode})`),
            ).join(),
          )
    })
  } finally {
    await shop.close()
  }
}

const checkPages = async (file: string, { schema }: Manifest) => {
  const database = (await loadDriver()).open(file)
  try {
    const found = database
      .prepare('pragma integrity_check(10)')
      .all([])
      .map((row) => String(row.integrity_check))
    const orphans = database.prepare('pragma foreign_key_check').all([])
    if (found.length !== 1 || found[0] !== 'ok') return fails(found.join('; '))
    if (orphans.length > 0) return fails(`${orphans.length} rows refer to rows that are not there`)
    const [last] = database.prepare('select max(name) as name from schema_migrations').all([])
    if (last?.name !== schema) return fails(`has the schema ${last?.name} instead of ${schema}`)
    return holds('every page and index is sound')
  } finally {
    database.close()
  }
}

const checkRows = async (store: SqliteStore, manifest: Manifest) => {
  const wrong: string[] = []
  for (const [name, { name: table }] of Object.entries(tables)) {
    if (!Object.hasOwn(manifest.rows, table)) {
      // Migrating may have added tables.
      if (manifest.schema === sqliteMigrations.at(-1)?.name) wrong.push(`${table} was not counted`)
      continue
    }
    const count = await store.read((rows) => anyTable(rows, name as TableName).count(everyone, {}))
    if (count !== manifest.rows[table])
      wrong.push(`${table} has ${count} rows instead of ${manifest.rows[table]}`)
  }
  const total = Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)
  return wrong.length === 0 ? holds(`${total} rows`) : fails(wrong.join('; '))
}

/** Checks the key: with another one nothing that the rows keep sealed could be read. */
const checkKey = async (store: SqliteStore, { instanceKey }: Manifest) => {
  const fact = await store.read((rows) => rows.facts.get(everyone, keyFact))
  return fact === undefined || fact.value === instanceKey.fingerprint
    ? holds('the one that the rows were sealed with')
    : fails('is another than the one that the rows were sealed with')
}

const checkBlobs = async (store: SqliteStore, has: (key: string) => Promise<boolean>) => {
  const missing: string[] = []
  let referred = 0
  for await (const { key, table, rowId } of blobsReferredTo(store)) {
    referred += 1
    if (!(await has(key))) missing.push(`${key} (${tables[table].name} ${rowId})`)
  }
  return missing.length === 0
    ? holds(`all ${referred} that rows refer to are there`)
    : fails(told('missing', missing).join())
}
