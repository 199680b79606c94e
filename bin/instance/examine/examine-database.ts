import { readFile, stat } from 'node:fs/promises'
import { sqliteMigrations } from '../../../src/adapters/sql/migrations.ts'
import { exists } from '../../../src/adapters/system/files.ts'
import { instanceKeyPath, keyFingerprint, readStagedKey } from '../../../src/adapters/system/instance-key.ts'
import { keyFact } from '../../../src/core/engine/facts.ts'
import { type Hold, whyHeld } from '../../../src/core/engine/hold.ts'
import {
  fine,
  judgeBlockedRuns,
  judgeInvoicing,
  judgeJobs,
  judgePrinting,
  judgeWebhooks,
  note,
  type Outcome,
  wrong,
} from '../../../src/core/features/instance/doctor.ts'
import type { Words } from '../../../src/core/kernel/sentence-schema.ts'
import { readSettings } from '../../cli/settings.ts'
import { type PlaceOnRecord, placeFact } from '../blobs/place.ts'
import { nameOf } from '../database.ts'
import { databaseFile, hasNoDatabase, lostDatabase } from '../existing-instance.ts'
import { reasonOf } from '../folder.ts'
import { moveFact, parseMark, whyNotInForce } from '../move-mark.ts'
import { unsettledRestore } from '../restored.ts'
import { machineSentences } from '../sentences.ts'
import type { Look } from './context.ts'

const { sentence } = machineSentences

export const key = async (look: Look): Promise<Outcome> => {
  const { dataDir, running } = look
  const { secretKey } = await readSettings(dataDir)
  if (await readStagedKey(dataDir)) return note(sentence('key_rotating'))
  if (secretKey) {
    return (await isOfRows(look, secretKey))
      ? fine(sentence('key_from_environment'))
      : wrong(sentence('key_of_another.environment'))
  }
  const path = instanceKeyPath(dataDir)
  if (!(await exists(path))) {
    if (running?.settings.find(({ name }) => name === 'secretKey')?.value)
      return fine(sentence('key_of_server'))
    return (await exists(databaseFile(dataDir)))
      ? wrong(sentence('key_missing', { path }))
      : fine(sentence('key_to_come'))
  }
  const { mode, size } = await stat(path)
  if (size !== 32) return wrong(sentence('key_damaged', { path, bytes: size }))
  if (!(await isOfRows(look, await readFile(path)))) {
    return wrong(sentence('key_of_another.file', { path }))
  }
  return process.platform !== 'win32' && (mode & 0o077) !== 0
    ? wrong(sentence('key_open', { path }))
    : fine(sentence('key_private'))
}

/** True unless the rows have another key's fingerprint. Old databases have none; ignores read errors. */
const isOfRows = async ({ rowsOf, shared }: Look, key: Uint8Array): Promise<boolean> => {
  if (shared) {
    const known = await shared.factOf(keyFact).catch(() => undefined)
    return known === undefined || known === keyFingerprint(key)
  }
  const [fact] = await rowsOf(`select value from facts where id = '${keyFact}'`).catch(() => [])
  return fact === undefined || fact.value === keyFingerprint(key)
}

/** Returns the recorded place of the files; undefined if unreadable or before a restore's first start. */
export const placeRecorded = async ({
  dataDir,
  rowsOf,
  shared,
}: Look): Promise<{ known: PlaceOnRecord | undefined } | undefined> => {
  if (await unsettledRestore(dataDir)) return undefined
  try {
    const [fact] = shared
      ? [{ value: await shared.factOf(placeFact) }]
      : await rowsOf(`select value from facts where id = '${placeFact}'`)
    return { known: fact?.value === undefined ? undefined : JSON.parse(String(fact.value)) }
  } catch {
    // The check of the database reports the problem.
    return undefined
  }
}

export const restored = async ({ dataDir }: Look): Promise<Outcome> => {
  const backupAt = (await unsettledRestore(dataDir))?.backupAt
  return backupAt === undefined
    ? fine(sentence('restore_none'))
    : note(sentence('restore_unfinished', { backup: backupAt }))
}

/** Checks for a move of the rows, in progress or completed. */
export const move = async (look: Look): Promise<Outcome> => {
  if (await isInPostgres(look)) return fine(sentence('pages_postgres'))
  const [fact] = await look.rowsOf(`select value from facts where id = '${moveFact}'`)
  return fact
    ? wrong(sentence('moved', { reason: whyNotInForce(parseMark(String(fact.value))) }))
    : fine(sentence('move_none'))
}

export const schema = async (look: Look): Promise<Outcome> => {
  if (!(await isInPostgres(look))) {
    const applied = await fileMigrations(look)
    return schemaOutcome(applied, sqliteMigrations())
  }
  const { database } = await readSettings(look.dataDir)
  // The database's address contains a password, which the server does not reveal.
  if (database === undefined) return fine(sentence('schema_postgres'))
  const [{ migrationsOf }, { postgresMigrations }] = await Promise.all([
    import('../../../src/adapters/postgres/database.ts'),
    import('../../../src/adapters/sql/migrations.ts'),
  ])
  const applied = await migrationsOf(database).catch((error: unknown) => {
    throw new Error(`${nameOf(database)}: ${reasonOf(error)}`)
  })
  return schemaOutcome(applied, postgresMigrations())
}

const schemaOutcome = (applied: readonly string[], known: readonly { name: string }[]): Outcome => {
  const latest = known.at(-1)?.name ?? 'none'
  const present = applied.at(-1)
  if (present === undefined) return fine(sentence('schema_none', { latest }))
  if (applied.length > known.length) return wrong(sentence('schema_newer', { present }))
  return present === latest
    ? fine(sentence('schema_present', { present }))
    : note(sentence('schema_older', { present, latest }))
}

const fileMigrations = async ({ rowsOf }: Look): Promise<string[]> => {
  const rows = await rowsOf('select name from schema_migrations order by name')
  return rows.map(({ name }) => String(name))
}

/** Checks every page of the file; slow for a large one. */
export const pages = async (look: Look): Promise<Outcome> => {
  const { dataDir, rowsOf } = look
  if (await isInPostgres(look)) return fine(sentence('pages_postgres'))
  const lost = await lostDatabase(dataDir)
  if (lost) return wrong(lost)
  if (await hasNoDatabase(dataDir)) return fine(sentence('pages_none'))
  const found = await rowsOf('pragma quick_check(3)').catch((error: unknown) => [
    { quick_check: reasonOf(error) },
  ])
  const reported = found.map((row) => String(row.quick_check).replaceAll('\n', ' ')).join('; ')
  return reported === 'ok'
    ? fine(sentence('pages_sound'))
    : wrong(sentence('pages_damaged', { reason: reported }))
}

export const invoices = async (look: Look): Promise<Outcome> => {
  if (await isInPostgres(look)) return fine(sentence('invoices_postgres'))
  return judgeInvoicing(await heldBecause(look, 'invoicing-hold'))
}

/** Checks for a hold of printing; undefined if there is none, or the rows are in PostgreSQL. */
export const printing = async (look: Look): Promise<Outcome | undefined> => {
  // A file left behind by a move may have a hold that the database does not have.
  const reason = (await isInPostgres(look)) ? undefined : await heldBecause(look, 'printing-hold')
  return reason === undefined ? undefined : judgePrinting(reason)
}

const heldBecause = async (
  { rowsOf }: Look,
  hold: 'printing-hold' | 'invoicing-hold',
): Promise<Words | undefined> => {
  const [fact] = await rowsOf(`select value from facts where id = '${hold}'`)
  return fact && whyHeld(JSON.parse(String(fact.value)) as Hold)
}

export const blockedRuns = async (look: Look): Promise<Outcome> => {
  if (await isInPostgres(look)) return fine(sentence('runs_postgres'))
  const blocked = await look.rowsOf(
    `select id from runs where status = 'RENDERED' and findings <> '[]' order by "cutoffAt" limit 100`,
  )
  return judgeBlockedRuns(blocked.map(({ id }) => String(id)))
}

export const jobs = async (look: Look): Promise<Outcome> => {
  if (await isInPostgres(look)) return fine(sentence('jobs_postgres'))
  const failed = await look.rowsOf(
    'select kind, count(*) as number, max(attempts) as attempts from jobs where attempts > 0 group by kind',
  )
  return judgeJobs(
    failed.map(({ kind, number, attempts }) => ({
      kind: String(kind),
      number: Number(number),
      attempts: Number(attempts),
    })),
  )
}

export const webhooks = async (look: Look): Promise<Outcome> => {
  if (await isInPostgres(look)) return fine(sentence('webhooks_postgres'))
  const [unsent] = await look.rowsOf(
    `select count(*) as number, count(distinct "endpointId") as endpoints from webhook_deliveries
     where status = 'PENDING' and "nextAttemptAt" is not null and undelivered = 'secret_unreadable'`,
  )
  return judgeWebhooks({ unsent: Number(unsent?.number ?? 0), endpoints: Number(unsent?.endpoints ?? 0) })
}

/** True if the effective settings name a database: those of a running server, else of this environment. */
export const isInPostgres = async (look: Look): Promise<boolean> => {
  const { settings } = await look.settings()
  return (settings.find(({ name }) => name === 'database')?.value ?? undefined) !== undefined
}
