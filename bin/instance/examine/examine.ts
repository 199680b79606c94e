import { constants } from 'node:fs'
import { access, open, rm, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { lacksRequest } from '../../../src/adapters/blobs-s3/faults.ts'
import { nameOfPlace } from '../../../src/adapters/blobs-s3/place.ts'
import { connectControl } from '../../../src/adapters/data-folder/control-client.ts'
import { lockFolder, lockHolder, lockPath } from '../../../src/adapters/data-folder/lock.ts'
import { readResource } from '../../../src/adapters/pdf/resources.ts'
import { resourceNames } from '../../../src/adapters/platform/renderer-files.ts'
import { createSecretReader } from '../../../src/adapters/printers/secrets.ts'
import { exists } from '../../../src/adapters/system/files.ts'
import { signingKeyPath } from '../../../src/adapters/system/signing-keys.ts'
import {
  fine,
  judgeCodes,
  judgePrinters,
  note,
  type Outcome,
  wrong,
} from '../../../src/core/features/instance/doctor.ts'
import { movedFrom } from '../../../src/core/features/printers/secret.ts'
import type { PrinterRow } from '../../../src/core/model/printers.ts'
import { BlobsUnavailable } from '../../../src/core/ports/blobs.ts'
import type { Finding } from '../../../src/core/ports/upkeep.ts'
import { type BlobsSetting, blobsOf } from '../../cli/blobs-setting.ts'
import { ownSourcesOf } from '../../cli/printer-secrets.ts'
import { readSettings } from '../../cli/settings.ts'
import { runtime, version } from '../../version.ts'
import { whyNotInFolder } from '../blobs/place.ts'
import { databaseFile, wasUsed } from '../existing-instance.ts'
import { isOpenToOthers, reasonOf } from '../folder.ts'
import { livePrinterFolder, livePrintFolder, noPrintFolder, notesInFacts, whyUnusable } from '../printers.ts'
import { rendererFiles } from '../renderer-files.ts'
import { machineSentences } from '../sentences.ts'
import { type Look, lookFrom, lookInside, type RunningInstance, type SharedRows } from './context.ts'
import {
  blockedRuns,
  invoices,
  isInPostgres,
  jobs,
  key,
  move,
  pages,
  placeRecorded,
  printing,
  restored,
  schema,
  webhooks,
} from './examine-database.ts'

type Row = Pick<PrinterRow, 'key' | 'kind' | 'settings' | 'secretReference'> & {
  secretFor: string | null
  hasSecret: boolean
}

/** Checks that this environment's settings give access to printers' secrets. Only a server connects. */
const printerSecrets = async (look: Look): Promise<Outcome> => {
  const { dataDir } = look
  if (await isInPostgres(look)) return fine(machineSentences.sentence('printer_secrets_postgres'))
  const settings = await readSettings(dataDir)
  const readSecret = createSecretReader({
    opened: settings.printerSecrets,
    env: process.env,
    own: () => ownSourcesOf(dataDir, settings, process.env),
  })
  const answers = await Promise.all(
    (await rowsOf(look)).map(async (row) => {
      const read = row.secretReference && (await readSecret(row.secretReference, row))
      const reason = read ? ('refused' in read ? read.refused : undefined) : row.hasSecret && movedFrom(row)
      return { key: row.key, ok: !reason, detail: reason ? reason.message : '' }
    }),
  )
  return judgePrinters(answers)
}

const inUse = "select * from printers where status <> 'ARCHIVED' order by key"

/** Reads the printers. Databases of versions without printers have no such table. */
const rowsOf = async ({ rowsOf }: Look): Promise<Row[]> =>
  (await rowsOf(inUse).catch(() => [])).map((row) => ({
    key: String(row.key),
    kind: row.kind as Row['kind'],
    settings: JSON.parse(String(row.settings)),
    secretReference: row.secretReference ? JSON.parse(String(row.secretReference)) : null,
    secretFor: (row.secretFor as string | null | undefined) ?? null,
    hasSecret: row.secret !== null && row.secret !== undefined,
  }))

const { sentence } = machineSentences

type Check = [name: string, look: (look: Look) => Promise<Outcome>]

/** The checks that a running server performs too. It checks its rows through the store. */
const machineChecks: readonly Check[] = [
  [
    'version',
    async () => fine(sentence('version', { version, runtime: runtime(), cores: availableParallelism() })),
  ],
  ['folder', folder],
  ['instance key', key],
  ['signing key', signingKey],
  ['blobs', blobs],
  ['schema', schema],
  ['database', pages],
  ['disk space', space],
  ['disk sync', sync],
  ['fonts', fonts],
  ['printer', printer],
  ['settings', settings],
]

/** The checks for the command line only: the owner of the folder, and rows in a file. */
const outsideChecks: readonly Check[] = [
  ['owner', owner],
  ['restore', restored],
  ['move', move],
  ['invoices', invoices],
  ['live runs', blockedRuns],
  ['printers', printerSecrets],
  ['jobs', jobs],
  ['webhooks', webhooks],
  ['QR codes', qrCodes],
]

/** Runs every check of the command line. Writes only a small file to measure the disk, and removes it. */
export const examine = async (dataDir: string): Promise<Finding[]> =>
  lookAt(await lookFrom(dataDir), [...machineChecks, ...outsideChecks])

/** Runs the checks that a running server performs, except those of its rows. */
export const examineMachine = (
  dataDir: string,
  running: RunningInstance,
  shared: SharedRows | undefined,
): Promise<Finding[]> => lookAt(lookInside(dataDir, running, shared), machineChecks)

const lookAt = async (look: Look, checks: readonly Check[]): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const [name, check] of checks) {
    const outcome = await check(look).catch((error: unknown) =>
      wrong(sentence('not_looked_at', { reason: reasonOf(error) })),
    )
    found.push({ name, ...outcome })
  }
  return found
}

async function folder({ dataDir, ...look }: Look): Promise<Outcome> {
  if (!(await exists(dataDir))) return note(sentence('folder_missing', { path: dataDir }))
  await access(dataDir, constants.R_OK | constants.W_OK)
  if (!(await isOpenToOthers(dataDir))) return fine(sentence('folder_private', { path: dataDir }))
  const { settings } = await look.settings()
  return settings.find(({ name }) => name === 'acceptFolderMode')?.value
    ? note(sentence('folder_open_accepted', { path: dataDir }))
    : wrong(sentence('folder_open', { path: dataDir }))
}

async function owner({ dataDir }: Look): Promise<Outcome> {
  if (!(await exists(dataDir))) return fine(sentence('owner_none'))
  const client = await connectControl(dataDir)
  client?.close()
  if (client) return fine(sentence('owner_server', { process: (await lockHolder(dataDir)) ?? 'unknown' }))
  if (!(await exists(lockPath(dataDir)))) return fine(sentence('owner_none'))
  const lock = await lockFolder(dataDir)
  lock?.release()
  return lock
    ? fine(sentence('owner_none'))
    : wrong(sentence('owner_silent', { process: (await lockHolder(dataDir)) ?? 'unknown' }))
}

const GIB = 1024 ** 3

/** Returns the folder or its nearest existing parent. */
const nearest = async (path: string): Promise<string> =>
  (await exists(path)) ? path : nearest(dirname(path))

async function space({ dataDir }: Look): Promise<Outcome> {
  const { bavail, bsize } = await statfs(await nearest(dataDir))
  const free = ((bavail * bsize) / GIB).toFixed(1)
  return bavail * bsize < GIB
    ? wrong(sentence('disk_full', { free }))
    : fine(sentence('disk_roomy', { free }))
}

/** Measures the sync that every answered write waits for. */
async function sync({ dataDir }: Look): Promise<Outcome> {
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
    const time = median.toFixed(2)
    return median > 50 ? note(sentence('sync_slow', { time })) : fine(sentence('sync_fast', { time }))
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

async function signingKey({ dataDir, ...look }: Look): Promise<Outcome> {
  const { settings } = await look.settings()
  if (settings.find(({ name }) => name === 'signingKey')?.value) {
    return fine(sentence('signing_key_from_environment'))
  }
  const path = signingKeyPath(dataDir)
  if (await exists(path)) return fine(sentence('signing_key_there'))
  return (await wasUsed(dataDir))
    ? wrong(sentence('signing_key_missing', { path }))
    : fine(sentence('signing_key_to_come'))
}

async function blobs(look: Look): Promise<Outcome> {
  const { dataDir } = look
  const { settings } = await look.settings()
  const address = settings.find(({ name }) => name === 'blobs')?.value
  const recorded = await placeRecorded(look)
  // Uses the credentials of this process.
  if (typeof address === 'string') return bucket(blobsOf(address, process.env)!, recorded)
  const reason = recorded && whyNotInFolder(recorded.known)
  if (reason) return wrong(sentence('blobs_elsewhere', { reason }))
  const path = join(dataDir, 'blobs')
  if (await exists(path)) return fine(sentence('blobs_there'))
  return (await wasUsed(dataDir))
    ? wrong(sentence('blobs_missing', { path }))
    : fine(sentence('blobs_to_come'))
}

const bucket = async (
  setting: BlobsSetting,
  recorded: Awaited<ReturnType<typeof placeRecorded>>,
): Promise<Outcome> => {
  const place = nameOfPlace(setting.place)
  const { bucketOf, whyNotInBucket } = await import('../blobs/bucket.ts')
  const blobs = bucketOf(setting)
  try {
    await blobs.look()
    const reason = recorded && (await whyNotInBucket(recorded.known, { blobs, place }))
    if (reason) return wrong(sentence('blobs_elsewhere', { reason }))
  } catch (error) {
    if (!(error instanceof BlobsUnavailable)) throw error
    return wrong(sentence(lacksRequest(error) ? 'blobs_lacking' : 'blobs_silent', { reason: error.message }))
  }
  try {
    const versioning = await blobs.versioning()
    if (versioning === 'enabled') return wrong(sentence('blobs_versions', { place }))
    return versioning === 'suspended'
      ? note(sentence('blobs_versions_suspended', { place }))
      : fine(sentence('blobs_answer', { place }))
  } catch (error) {
    if (!(error instanceof BlobsUnavailable)) throw error
    // Only a note, because nothing depends on the versioning.
    return note(sentence('blobs_versions_unknown', { place, reason: error.message }))
  }
}

async function fonts(): Promise<Outcome> {
  await rendererFiles()
  for (const name of resourceNames) await readResource(name)
  return fine(sentence('fonts_there', { files: resourceNames.length }))
}

async function printer(look: Look): Promise<Outcome> {
  const { dataDir, running, shared } = look
  const set = running ?? (await readSettings(dataDir))
  const path = livePrintFolder(dataDir, set)
  const notes = shared && notesInFacts(dataDir, shared.factOf)
  const folder = livePrinterFolder(dataDir, set, { notes })
  const none = await whyNoFolder(look, set)
  if (none !== undefined && !(await folder.isSetUp())) return note(sentence('printer_none', { reason: none }))
  if (await exists(path)) {
    await access(path, constants.W_OK)
    if (!running && !(await folder.isSetUp())) return note(sentence('printer_to_set_up', { path }))
    const refused = await whyUnusable(folder)
    if (refused) return wrong(sentence('printer_unusable', { reason: refused }))
    const found = sentence(`printer_there.${running ? 'server' : 'folder'}`, { path })
    return (look.isInside ? undefined : await printing(look)) ?? fine(found)
  }
  const isExpected = shared ? await folder.isSetUp() : await exists(databaseFile(dataDir))
  return isExpected && !set.drill
    ? wrong(sentence('printer_missing', { path }))
    : fine(sentence('printer_to_come', { path }))
}

/** Explains why the effective settings give live runs no folder; undefined if they give one. */
const whyNoFolder = async ({ shared, ...look }: Look, { drill }: { drill: boolean }) => {
  const { settings } = await look.settings()
  const written = (setting: string) => settings.find(({ name }) => name === setting)?.value ?? undefined
  const named = { drill, printFolder: written('printFolder'), blobs: written('blobs') }
  return noPrintFolder(named, { isShared: shared !== undefined })
}

async function settings(look: Look): Promise<Outcome> {
  const { of, settings } = await look.settings()
  const { host, port, drill, allowInsecureWebhooks } = Object.fromEntries(
    settings.map(({ name, value }) => [name, value]),
  )
  if (drill) return note(sentence('settings_drill'))
  return allowInsecureWebhooks
    ? note(sentence('settings_insecure'))
    : fine(
        sentence(`settings_fine.${of === 'server' ? 'server' : 'folder'}`, {
          host: String(host),
          port: String(port),
        }),
      )
}

async function qrCodes({ dataDir, running }: Look): Promise<Outcome> {
  const { baseUrl } = running ?? (await readSettings(dataDir))
  return judgeCodes({ baseUrl: baseUrl ?? '', baseUrlIsChosen: baseUrl !== undefined })
}
