import { constants } from 'node:fs'
import { access, open, rm, stat, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { lockFolder, lockHolder } from '../../src/adapters/data-folder/lock.ts'
import { readResource, resourceNames } from '../../src/adapters/pdf/resources.ts'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.gen.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { instanceKeyPath } from '../../src/adapters/system/instance-key.ts'
import { readSettings } from '../cli/settings.ts'
import { runtime, version } from '../version.ts'
import { databaseFile, nameOf } from './database.ts'
import { reasonOf } from './folder.ts'
import { rendererFiles } from './renderer-files.ts'
import { unsettledRestore } from './restored.ts'

export interface Check {
  name: string
  /** `note`: worth knowing, nothing to do. */
  status: 'fine' | 'note' | 'wrong'
  detail: string
}

type Outcome = Omit<Check, 'name'>
const fine = (detail: string): Outcome => ({ status: 'fine', detail })
const note = (detail: string): Outcome => ({ status: 'note', detail })
const wrong = (detail: string): Outcome => ({ status: 'wrong', detail })

/** Looks at everything an instance needs. Reads only, but for one small file that measures the disk and is removed. */
export const examine = async (dataDir: string): Promise<Check[]> => {
  const checks: [string, () => Promise<Outcome>][] = [
    ['version', async () => fine(`${version} on ${runtime()}, ${availableParallelism()} cores`)],
    ['folder', () => folder(dataDir)],
    ['owner', () => owner(dataDir)],
    ['instance key', () => key(dataDir)],
    ['restore', () => restored(dataDir)],
    ['schema', () => schema(dataDir)],
    ['database', () => pages(dataDir)],
    ['disk space', () => space(dataDir)],
    ['disk sync', () => sync(dataDir)],
    ['fonts', fonts],
    ['printer', () => printer(dataDir)],
    ['invoices', () => invoices(dataDir)],
    ['jobs', () => jobs(dataDir)],
    ['settings', () => settings(dataDir)],
    ['QR codes', () => qrCodes(dataDir)],
  ]
  const found: Check[] = []
  for (const [name, look] of checks) {
    const outcome = await look().catch((error: unknown) =>
      wrong(`could not be looked at: ${reasonOf(error)}`),
    )
    found.push({ name, ...outcome })
  }
  return found
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const folder = async (dataDir: string): Promise<Outcome> => {
  if (!(await exists(dataDir))) return note(`${dataDir} does not exist yet; “lettershop serve” makes it`)
  await access(dataDir, constants.R_OK | constants.W_OK)
  const mode = (await stat(dataDir)).mode & 0o777
  const open = process.platform !== 'win32' && (mode & 0o007) !== 0
  return open
    ? note(`${dataDir} is readable to everybody on this machine (chmod 700 closes it)`)
    : fine(dataDir)
}

const owner = async (dataDir: string): Promise<Outcome> => {
  if (!(await exists(dataDir))) return fine('nobody')
  const client = await connectControl(dataDir)
  client?.close()
  if (client) return fine(`a server (process ${(await lockHolder(dataDir)) ?? 'unknown'}) that answers`)
  if (!(await exists(join(dataDir, 'lock.db')))) return fine('nobody')
  const lock = await lockFolder(dataDir)
  lock?.release()
  return lock
    ? fine('nobody')
    : wrong(`process ${(await lockHolder(dataDir)) ?? 'unknown'} owns the folder and does not answer`)
}

const key = async (dataDir: string): Promise<Outcome> => {
  if (process.env.LETTERSHOP_SECRET_KEY || process.env.LETTERSHOP_SECRET_KEY_FILE)
    return fine('from the environment')
  const path = instanceKeyPath(dataDir)
  if (!(await exists(path))) {
    return (await exists(databaseFile(dataDir)))
      ? wrong(`${path} is missing: put it back from a backup`)
      : fine('is made with the folder')
  }
  const { mode, size } = await stat(path)
  if (size !== 32) return wrong(`${path} holds ${size} bytes instead of 32`)
  return process.platform !== 'win32' && (mode & 0o077) !== 0
    ? wrong(`${path} can be read by others (chmod 600 closes it)`)
    : fine('readable to its owner only')
}

const restored = async (dataDir: string): Promise<Outcome> => {
  const backupAt = await unsettledRestore(dataDir)
  return backupAt === undefined
    ? fine('none is under way')
    : note(`files of ${backupAt}: load the pg_dump that belongs to them; the first start holds printing`)
}

const schema = async (dataDir: string): Promise<Outcome> => {
  const { database } = await readSettings(dataDir)
  if (database === undefined) {
    const applied = await fileMigrations(databaseFile(dataDir))
    return schemaOutcome(applied, sqliteMigrations)
  }
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

const fileMigrations = async (file: string): Promise<string[]> => {
  const rows = await rowsOf(file, 'select name from schema_migrations order by name')
  return rows.map(({ name }) => String(name))
}

/** Every page of the file; of a large one this takes a while. */
const pages = async (dataDir: string): Promise<Outcome> => {
  if ((await readSettings(dataDir)).database !== undefined) return fine('in PostgreSQL')
  const file = databaseFile(dataDir)
  if (!(await exists(file))) return fine('none yet')
  const found = await rowsOf(file, 'pragma quick_check(3)').catch((error: unknown) => [
    { quick_check: reasonOf(error) },
  ])
  const told = found.map((row) => String(row.quick_check).replaceAll('\n', ' ')).join('; ')
  return told === 'ok' ? fine('every page is sound') : wrong(`is damaged (${told}): restore a backup`)
}

const GIB = 1024 ** 3

/** The folder, or the nearest one above it that is there. */
const nearest = async (path: string): Promise<string> =>
  (await exists(path)) ? path : nearest(dirname(path))

const space = async (dataDir: string): Promise<Outcome> => {
  const { bavail, bsize } = await statfs(await nearest(dataDir))
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free`
  return bavail * bsize < GIB ? wrong(`${free}: rendered runs need room`) : fine(free)
}

/** How long an answered write takes at least. */
const sync = async (dataDir: string): Promise<Outcome> => {
  const path = join(await nearest(dataDir), `.doctor-${process.pid}`)
  const handle = await open(path, 'wx')
  try {
    const times: number[] = []
    for (let n = 0; n < 20; n++) {
      await handle.write('lettershop')
      const before = performance.now()
      await handle.datasync()
      times.push(performance.now() - before)
    }
    const median = times.sort((a, b) => a - b)[10]!
    const detail = `${median.toFixed(2)} ms a sync`
    return median > 50 ? note(`${detail}: a slow disk; every answered write waits for one`) : fine(detail)
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

const fonts = async (): Promise<Outcome> => {
  await rendererFiles()
  for (const name of resourceNames) await readResource(name)
  return fine(`${resourceNames.length} fonts, profiles and libraries of the renderer`)
}

const printer = async (dataDir: string): Promise<Outcome> => {
  const { printFolder } = await readSettings(dataDir)
  const path = printFolder ?? join(dataDir, 'printer')
  if (await exists(path)) {
    await access(path, constants.W_OK)
    const held = await heldBecause(databaseFile(dataDir), 'printing-hold')
    return held ? note(`live printing is held: ${held} (lettershop printing resume)`) : fine(path)
  }
  return (await exists(databaseFile(dataDir)))
    ? wrong(`${path} is missing: live runs wait until it is back`)
    : fine(`${path} is made with the folder`)
}

const invoices = async (dataDir: string): Promise<Outcome> => {
  const held = await heldBecause(databaseFile(dataDir), 'invoicing-hold')
  return held ? note(`invoicing is held: ${held} (lettershop invoicing resume)`) : fine('issued')
}

const heldBecause = async (
  file: string,
  hold: 'printing-hold' | 'invoicing-hold',
): Promise<string | undefined> => {
  const [fact] = await rowsOf(file, `select value from facts where id = '${hold}'`)
  return fact && (JSON.parse(String(fact.value)) as { reason: string }).reason
}

/** Five failures take some three minutes; before that a job may be helping itself. */
const stubbornAttempts = 5

const jobs = async (dataDir: string): Promise<Outcome> => {
  const { database } = await readSettings(dataDir)
  if (database !== undefined) return fine('in PostgreSQL: see “lettershop jobs list --failed”')
  const failed = await rowsOf(
    databaseFile(dataDir),
    'select kind, count(*) as number, max(attempts) as attempts from jobs where attempts > 0 group by kind',
  )
  if (failed.length === 0) return fine('none fails')
  const told = `${failed.map(({ kind, number }) => `${number} of ${kind}`).join(', ')} (lettershop jobs list --failed)`
  return failed.some(({ attempts }) => Number(attempts) >= stubbornAttempts)
    ? wrong(`failing: ${told}`)
    : note(`failed and tried again: ${told}`)
}

const rowsOf = async (file: string, sql: string): Promise<Record<string, unknown>[]> => {
  if (!(await exists(file))) return []
  const database = (await loadDriver()).open(file)
  try {
    return database.prepare(sql).all([])
  } finally {
    database.close()
  }
}

const settings = async (dataDir: string): Promise<Outcome> => {
  const { allowInsecureWebhooks, host, port } = await readSettings(dataDir)
  return allowInsecureWebhooks
    ? note('webhooks may go to http and to this machine: for development only')
    : fine(`${host}, port ${port}`)
}

/** What is printed cannot be called back: a code that leads to this machine leads its reader nowhere. */
const qrCodes = async (dataDir: string): Promise<Outcome> => {
  const { baseUrl } = await readSettings(dataDir)
  return baseUrl === undefined
    ? note('lead to this machine only: set baseUrl (--base-url) before mail with a tracking code is printed')
    : fine(baseUrl)
}
