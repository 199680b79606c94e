import { constants } from 'node:fs'
import { access, open, rm, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { lockFolder, lockHolder, lockPath } from '../../src/adapters/data-folder/lock.ts'
import { readResource } from '../../src/adapters/pdf/resources.ts'
import { resourceNames } from '../../src/adapters/platform/renderer-files.ts'
import { exists } from '../../src/adapters/system/files.ts'
import { signingKeyPath } from '../../src/adapters/system/signing-keys.ts'
import { isReachable } from '../../src/core/kernel/reachable.ts'
import { readSettings } from '../cli/settings.ts'
import { runtime, version } from '../version.ts'
import {
  blockedRuns,
  heldBecause,
  invoices,
  jobs,
  key,
  pages,
  restored,
  schema,
  webhooks,
} from './examine-database.ts'
import { isOpenToOthers, reasonOf } from './folder.ts'
import { databaseFile, wasUsed } from './lost-database.ts'
import { type Check, fine, note, type Outcome, wrong } from './outcome.ts'
import { livePrinterFolder, livePrintFolder, whyUnusable } from './printers.ts'
import { rendererFiles } from './renderer-files.ts'
import { runningInstance, settingsInForce } from './running.ts'

/**
 * Checks everything that an instance needs. Reads only, except for one small file that measures the disk and
 * is removed.
 */
export const examine = async (dataDir: string): Promise<Check[]> => {
  const checks: [string, () => Promise<Outcome>][] = [
    ['version', async () => fine(`${version} on ${runtime()}, ${availableParallelism()} cores`)],
    ['folder', () => folder(dataDir)],
    ['owner', () => owner(dataDir)],
    ['instance key', () => key(dataDir)],
    ['signing key', () => signingKey(dataDir)],
    ['blobs', () => blobs(dataDir)],
    ['restore', () => restored(dataDir)],
    ['schema', () => schema(dataDir)],
    ['database', () => pages(dataDir)],
    ['disk space', () => space(dataDir)],
    ['disk sync', () => sync(dataDir)],
    ['fonts', fonts],
    ['printer', () => printer(dataDir)],
    ['invoices', () => invoices(dataDir)],
    ['live runs', () => blockedRuns(dataDir)],
    ['jobs', () => jobs(dataDir)],
    ['webhooks', () => webhooks(dataDir)],
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

const folder = async (dataDir: string): Promise<Outcome> => {
  if (!(await exists(dataDir))) return note(`${dataDir} does not exist yet; “lettershop serve” makes it`)
  await access(dataDir, constants.R_OK | constants.W_OK)
  if (!(await isOpenToOthers(dataDir))) return fine(dataDir)
  const { settings } = await settingsInForce(dataDir)
  return settings.find(({ name }) => name === 'acceptFolderMode')?.value
    ? note(`${dataDir} is open to every user of this machine, as the settings accept`)
    : wrong(`${dataDir} is open to every user of this machine: chmod o-rwx closes it`)
}

const owner = async (dataDir: string): Promise<Outcome> => {
  if (!(await exists(dataDir))) return fine('no process')
  const client = await connectControl(dataDir)
  client?.close()
  if (client) return fine(`a server (process ${(await lockHolder(dataDir)) ?? 'unknown'}) that answers`)
  if (!(await exists(lockPath(dataDir)))) return fine('no process')
  const lock = await lockFolder(dataDir)
  lock?.release()
  return lock
    ? fine('no process')
    : wrong(`process ${(await lockHolder(dataDir)) ?? 'unknown'} owns the folder and does not answer`)
}

const GIB = 1024 ** 3

/** The folder, or its nearest existing parent. */
const nearest = async (path: string): Promise<string> =>
  (await exists(path)) ? path : nearest(dirname(path))

const space = async (dataDir: string): Promise<Outcome> => {
  const { bavail, bsize } = await statfs(await nearest(dataDir))
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free`
  return bavail * bsize < GIB ? wrong(`${free}: rendered runs need room`) : fine(free)
}

/** The least time that an answered write takes. */
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

const signingKey = async (dataDir: string): Promise<Outcome> => {
  const path = signingKeyPath(dataDir)
  if (await exists(path)) return fine('signs evidence')
  return (await wasUsed(dataDir))
    ? wrong(`${path} is missing: put it back from a backup, or the next start signs evidence with a new one`)
    : fine('is made with the folder')
}

const blobs = async (dataDir: string): Promise<Outcome> => {
  const path = join(dataDir, 'blobs')
  if (await exists(path))
    return fine('the folder is there; “lettershop backup verify” looks for each of them')
  return (await wasUsed(dataDir))
    ? wrong(`${path} is missing: put it back from a backup; what needs a file waits for it`)
    : fine('are made with the folder')
}

const fonts = async (): Promise<Outcome> => {
  await rendererFiles()
  for (const name of resourceNames) await readResource(name)
  return fine(`${resourceNames.length} fonts, profiles and libraries of the renderer`)
}

const printer = async (dataDir: string): Promise<Outcome> => {
  const running = await runningInstance(dataDir)
  const set = running ?? (await readSettings(dataDir))
  const path = livePrintFolder(dataDir, set)
  const told = running
    ? `${path}, where the server hands over`
    : `${path}, unless the server is given another`
  if (await exists(path)) {
    await access(path, constants.W_OK)
    const folder = livePrinterFolder(dataDir, set)
    if (!running && !(await folder.isSetUp())) return note(`${path} is set up with the next start`)
    const refused = await whyUnusable(folder)
    if (refused) return wrong(refused)
    const held = await heldBecause(dataDir, 'printing-hold')
    return held ? note(`live printing is held: ${held} (lettershop printing resume)`) : fine(told)
  }
  return (await exists(databaseFile(dataDir))) && !set.drill
    ? wrong(`${path} is missing: live runs wait until it is back`)
    : fine(`${path} is made with the folder`)
}

const settings = async (dataDir: string): Promise<Outcome> => {
  const { of, settings } = await settingsInForce(dataDir)
  const { host, port, drill, allowInsecureWebhooks } = Object.fromEntries(
    settings.map(({ name, value }) => [name, value]),
  )
  if (drill) return note('a drill: no webhook and no mail leaves it, and nothing goes to the printer')
  return allowInsecureWebhooks
    ? note('webhooks may go to http and to this machine: for development only')
    : fine(`${host}, port ${port}${of === 'server' ? ', as the server runs' : ''}`)
}

/** Printed codes cannot be corrected: one that leads to this machine leads its reader nowhere. */
const qrCodes = async (dataDir: string): Promise<Outcome> => {
  const running = await runningInstance(dataDir)
  const { baseUrl } = running ?? (await readSettings(dataDir))
  if (baseUrl !== undefined && isReachable({ baseUrl, baseUrlIsChosen: true })) return fine(baseUrl)
  const told =
    baseUrl === undefined ? 'lead to this machine only' : `would lead to ${baseUrl}, where readers do not get`
  return note(`${told}: live mail with a code waits for a public baseUrl (--base-url)`)
}
