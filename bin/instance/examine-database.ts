import { readFile, stat } from 'node:fs/promises'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.gen.ts'
import { loadDriver } from '../../src/adapters/sqlite/load-driver.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { instanceKeyPath, keyFingerprint, readStagedKey } from '../../src/adapters/system/instance-key.ts'
import { readSettings } from '../cli/settings.ts'
import { nameOf } from './database.ts'
import { reasonOf } from './folder.ts'
import { databaseFile, hasNoDatabase, lostDatabase } from './lost-database.ts'
import { fine, note, type Outcome, wrong } from './outcome.ts'
import { unsettledRestore } from './restored.ts'
import { keyFact } from './rotation.ts'
import { settingOfServer, settingsInForce } from './running.ts'

export const key = async (dataDir: string): Promise<Outcome> => {
  const { secretKey } = await readSettings(dataDir)
  if (await readStagedKey(dataDir)) return note('a rotation was interrupted: the next start ends it')
  if (secretKey) {
    return (await isOfRows(dataDir, secretKey))
      ? fine('from the environment')
      : wrong('the one from the environment is another than the database was begun with')
  }
  const path = instanceKeyPath(dataDir)
  if (!(await exists(path))) {
    if ((await settingOfServer(dataDir, 'secretKey'))?.value)
      return fine('from the environment of the server')
    return (await exists(databaseFile(dataDir)))
      ? wrong(`${path} is missing: put it back from a backup`)
      : fine('is made with the folder')
  }
  const { mode, size } = await stat(path)
  if (size !== 32) return wrong(`${path} holds ${size} bytes instead of 32`)
  if (!(await isOfRows(dataDir, await readFile(path)))) {
    return wrong(`${path} is another than the database was begun with: put it back from a backup`)
  }
  return process.platform !== 'win32' && (mode & 0o077) !== 0
    ? wrong(`${path} can be read by others (chmod 600 closes it)`)
    : fine('readable to its owner only')
}

/** A database from before fingerprints were stored accepts any key. */
const isOfRows = async (dataDir: string, key: Uint8Array): Promise<boolean> => {
  const [fact] = await rowsOf(dataDir, `select value from facts where id = '${keyFact}'`).catch(() => [])
  return fact === undefined || fact.value === keyFingerprint(key)
}

export const restored = async (dataDir: string): Promise<Outcome> => {
  const backupAt = await unsettledRestore(dataDir)
  return backupAt === undefined
    ? fine('none is under way')
    : note(`files of ${backupAt}: load the pg_dump that belongs to them; the first start holds printing`)
}

export const schema = async (dataDir: string): Promise<Outcome> => {
  if (!(await isInPostgres(dataDir))) {
    const applied = await fileMigrations(dataDir)
    return schemaOutcome(applied, sqliteMigrations)
  }
  const { database } = await readSettings(dataDir)
  // Its address contains a password, which the server does not reveal.
  if (database === undefined) return fine('in PostgreSQL: the server that runs has migrated it')
  const [{ migrationsOf }, { postgresMigrations }] = await Promise.all([
    import('../../src/adapters/postgres/migration-target.ts'),
    import('../../src/adapters/postgres/migrations.gen.ts'),
  ])
  const applied = await migrationsOf(database).catch((error: unknown) => {
    throw new Error(`${nameOf(database)}: ${reasonOf(error)}`)
  })
  return schemaOutcome(applied, postgresMigrations)
}

const schemaOutcome = (applied: readonly string[], known: readonly { name: string }[]): Outcome => {
  const latest = known.at(-1)?.name ?? 'none'
  const present = applied.at(-1)
  if (present === undefined) return fine(`no database yet; this version has ${latest}`)
  if (applied.length > known.length) return wrong(`${present} is of a newer version than this one`)
  return present === latest ? fine(present) : note(`${present}; the next start migrates to ${latest}`)
}

const fileMigrations = async (dataDir: string): Promise<string[]> => {
  const rows = await rowsOf(dataDir, 'select name from schema_migrations order by name')
  return rows.map(({ name }) => String(name))
}

/** Checks every page of the file, which takes a while for a large one. */
export const pages = async (dataDir: string): Promise<Outcome> => {
  if (await isInPostgres(dataDir)) return fine('in PostgreSQL')
  const lost = await lostDatabase(dataDir)
  if (lost) return wrong(lost)
  if (await hasNoDatabase(dataDir)) return fine('none yet')
  const found = await rowsOf(dataDir, 'pragma quick_check(3)').catch((error: unknown) => [
    { quick_check: reasonOf(error) },
  ])
  const told = found.map((row) => String(row.quick_check).replaceAll('\n', ' ')).join('; ')
  return told === 'ok' ? fine('every page is sound') : wrong(`is damaged (${told}): restore a backup`)
}

export const invoices = async (dataDir: string): Promise<Outcome> => {
  if (await isInPostgres(dataDir)) return fine('in PostgreSQL: see “lettershop invoicing show”')
  const held = await heldBecause(dataDir, 'invoicing-hold')
  return held ? note(`invoicing is held: ${held} (lettershop invoicing resume)`) : fine('issued')
}

export const heldBecause = async (
  dataDir: string,
  hold: 'printing-hold' | 'invoicing-hold',
): Promise<string | undefined> => {
  const [fact] = await rowsOf(dataDir, `select value from facts where id = '${hold}'`)
  return fact && (JSON.parse(String(fact.value)) as { reason: string }).reason
}

/** Live runs that wait until a person corrects something. */
export const blockedRuns = async (dataDir: string): Promise<Outcome> => {
  if (await isInPostgres(dataDir)) return fine('in PostgreSQL: see “lettershop run list --status RENDERED”')
  const blocked = await rowsOf(
    dataDir,
    `select id from runs where status = 'RENDERED' and findings <> '[]' order by "cutoffAt" limit 100`,
  )
  if (blocked.length === 0) return fine('none waits for something to be mended')
  const [first] = blocked
  return note(
    `${blocked.length} wait for something to be mended, ${first!.id} first (lettershop run show ID)`,
  )
}

/** Five failures take about three minutes; until then a job may recover by itself. */
const stubbornAttempts = 5

export const jobs = async (dataDir: string): Promise<Outcome> => {
  if (await isInPostgres(dataDir)) return fine('in PostgreSQL: see “lettershop jobs list --failed”')
  const failed = await rowsOf(
    dataDir,
    'select kind, count(*) as number, max(attempts) as attempts from jobs where attempts > 0 group by kind',
  )
  if (failed.length === 0) return fine('none fails')
  const told = `${failed.map(({ kind, number }) => `${number} of ${kind}`).join(', ')} (lettershop jobs list --failed)`
  return failed.some(({ attempts }) => Number(attempts) >= stubbornAttempts)
    ? wrong(`failing: ${told}`)
    : note(`failed and tried again: ${told}`)
}

/** Deliveries that fail because of this instance, not of a receiver. */
export const webhooks = async (dataDir: string): Promise<Outcome> => {
  if (await isInPostgres(dataDir)) return fine('in PostgreSQL: see the status of deliveries')
  const [unsent] = await rowsOf(
    dataDir,
    `select count(*) as number, count(distinct "endpointId") as endpoints from webhook_deliveries
     where status = 'PENDING' and "nextAttemptAt" is not null and undelivered = 'secret_unreadable'`,
  )
  return Number(unsent?.number ?? 0) === 0
    ? fine('every one can be signed')
    : wrong(
        `${unsent!.number} wait, because this instance key cannot read the secrets of their endpoints (${unsent!.endpoints}): put the right key back, or have the secrets rotated`,
      )
}

/** Whether the running server keeps its rows in PostgreSQL, independent of this command's environment. */
const isInPostgres = async (dataDir: string): Promise<boolean> => {
  const { settings } = await settingsInForce(dataDir)
  return (settings.find(({ name }) => name === 'database')?.value ?? undefined) !== undefined
}

const rowsOf = async (dataDir: string, sql: string): Promise<Record<string, unknown>[]> => {
  // Opening an empty file would discard the log that is left of the database.
  if (await hasNoDatabase(dataDir)) return []
  const database = (await loadDriver()).open(databaseFile(dataDir))
  try {
    return database.prepare(sql).all([])
  } finally {
    database.close()
  }
}
