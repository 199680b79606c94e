import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import type { FolderLock } from '../../src/adapters/data-folder/lock.ts'
import { lockHolder } from '../../src/adapters/data-folder/lock.ts'
import type { Core } from '../../src/core/app/index.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { command, print } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import {
  dataFolder,
  type ExplainedSetting,
  explainSettings,
  readSettings,
  type Settings,
} from '../cli/settings.ts'
import { deferredLog } from '../instance/deferred-log.ts'
import { inTurn, prepareFolder, tryLock } from '../instance/folder.ts'
import type { Instance } from '../instance/open.ts'
import { version } from '../version.ts'

export const serve = command({
  name: 'lettershop serve',
  description: 'Run the server on a data folder, which is made when it is missing',
  flags: {
    host: { type: 'string', description: 'Where to listen (127.0.0.1)' },
    port: { type: 'string', description: 'Where to listen; 0 takes a free port (8484)', valueHint: 'N' },
    'allow-insecure-webhooks': {
      type: 'boolean',
      description: 'Webhooks may go to http and to this machine: for development only',
    },
    'base-url': { type: 'string', description: 'Where the outside reaches this server; printed in QR codes' },
    'print-folder': { type: 'string', description: 'Where live runs are handed over (DATA/printer)' },
    'printers-folder': {
      type: 'string',
      description: 'The folder below which further printers with a folder have theirs',
      valueHint: 'DIR',
    },
    'printer-allow': {
      type: 'string',
      description: 'Private networks in which printers may be',
      valueHint: 'CIDR,…',
    },
    'printer-secrets': {
      type: 'string',
      description: 'Which variable or file each printer may name as its secret, at one host',
      valueHint: 'PRINTER@HOST=SECRET,…',
    },
    'print-folder-mode': {
      type: 'string',
      description: 'Permissions of the printer’s folder and its packages (0700)',
      valueHint: '0750',
    },
    'backup-folder': {
      type: 'string',
      description: 'Where operators may have backups made from the portal; without it they cannot',
      valueHint: 'DIR',
    },
    'accept-folder-mode': {
      type: 'boolean',
      description: 'The data folder may be open to others: for shares and volumes without permissions',
    },
    drill: {
      type: 'boolean',
      description: 'Nothing leaves this server: no webhook, no mail, nothing for the printer',
    },
    'no-portal': {
      type: 'boolean',
      description: 'The portal is left out: the server answers the API only',
    },
    'webhook-allow': {
      type: 'string',
      description: 'Private address ranges that webhooks may reach (CIDR,…)',
    },
    'trusted-proxies': {
      type: 'string',
      description: 'Proxies in front of it that say whom they forward (CIDR,…)',
    },
    'drain-delay': {
      type: 'string',
      description: 'Seconds in which it still takes requests once it is told to end, and says so (0)',
      valueHint: 'N',
    },
    'smtp-url': {
      type: 'string',
      description: 'A mail server; without one links are shown instead of mailed',
    },
    'mail-from': { type: 'string', description: 'Whom mail comes from' },
    'session-idle-minutes': {
      type: 'string',
      description: 'Minutes without use after which a portal session ends (30)',
      valueHint: 'N',
    },
    'require-second-factor': {
      type: 'boolean',
      description: 'Operators and owners sign in with a second factor, or can do nothing but set one up',
    },
  },
  async run({ args, json }) {
    const dataDir = dataFolder(args.data)
    const { server, core, stop, printFolder, settings } = await startInstance(dataDir, args)
    stopOnSignal(stop, () => leftBehind(core))
    // While there is no user, the first reader of this output may become it.
    const { newSetupLink } = await import('../../src/core/features/people/administration/user-admin.ts')
    const setupUrl = await newSetupLink(core.services).catch((error: unknown) => {
      // On a full disk it serves what it has, and reports the problem.
      core.services.log.error('there is no link for the first user: restart once the store takes writes', {
        error,
      })
      return undefined
    })
    if (settings.allowInsecureWebhooks) {
      process.stderr.write(
        'Webhooks may go to http and to this machine (--allow-insecure-webhooks). Not for production.\n',
      )
    }
    if (settings.drill) {
      process.stderr.write(
        `This is a drill: webhooks and mail wait, and live runs go to ${printFolder} only. Not for production.\n`,
      )
    }
    await print(
      json
        ? JSON.stringify({
            url: server.url,
            port: server.port,
            dataDir,
            printFolder,
            drill: settings.drill,
            setupUrl: setupUrl ?? null,
            version,
            pid: process.pid,
          })
        : `Lettershop ${version} listens on ${server.url} (data in ${dataDir})${
            setupUrl === undefined ? '' : `\nMakes the first user, once: ${setupUrl}`
          }`,
    )
    return undefined
  },
  text: () => '',
})

/** Opens the data folder as its only owner and serves it. `stop` drains and releases the folder. */
export const startInstance = async (
  dataDir: string,
  flags: Parameters<typeof readSettings>[1],
  logLevel: keyof Log = 'info',
) => {
  const settings = await readSettings(dataDir, flags)
  await prepareFolder(dataDir, { ...settings, create: true })
  // Servers of one database share the folder; PostgreSQL guards the rows.
  const lock = settings.database === undefined ? await ownFolder(dataDir) : undefined
  const log = deferredLog(logLevel)
  try {
    const { openInstance } = await import('../instance/open.ts')
    const open = () => openInstance(dataDir, settings, log, { serves: true })
    const instance = await (lock ? open() : inTurn(dataDir, open))
    try {
      await instance.notePrinters().catch((error: unknown) => {
        log.warn('the printer’s health could not be noted', { error })
      })
      const explained = await explainSettings(dataDir, flags)
      return { ...(await listen(dataDir, { ...settings, explained }, instance, lock, log)), settings }
    } catch (error) {
      await instance.core.close()
      throw error
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** How long a command, or a server that is stopping, may keep the folder. */
const patienceMs = 5000
const againMs = 50

/**
 * Locks the folder. A server that answers is reported at once; any other owner is expected to release it
 * soon.
 */
const ownFolder = async (dataDir: string): Promise<FolderLock> => {
  const until = performance.now() + patienceMs
  for (;;) {
    const lock = await tryLock(dataDir)
    if (lock) return lock
    const server = await connectControl(dataDir)
    server?.close()
    if (server || performance.now() > until) break
    await pause(againMs)
  }
  const pid = await lockHolder(dataDir)
  throw failure(
    'folderInUse',
    `Another Lettershop${pid === undefined ? '' : ` (process ${pid})`} serves ${dataDir} already.`,
  )
}

const firstAnswersMs = 10

const listen = async (
  dataDir: string,
  { explained, ...settings }: Settings & { explained: ExplainedSetting[] },
  { core, meter, ...instance }: Instance,
  lock: FolderLock | undefined,
  log: Log,
) => {
  const { ListenError, startServer } = await import('../../src/server/server.ts')
  const server = await startServer(core, {
    ...settings,
    portal: !settings.noPortal,
    ...(settings.drainDelay > 0 ? { untilNoticed: () => pause(settings.drainDelay * 1000) } : {}),
    metrics: { text: () => meter.text(), token: settings.metricsToken },
  }).catch((error: unknown) => {
    throw error instanceof ListenError ? failure('cannotListen', error.message, error) : error
  })
  // A free port is known only after it is taken, and paper must not lead to port 0.
  if (settings.baseUrl === undefined && settings.port === 0) core.services.config.baseUrl = server.url
  // Clients that waited for the port are answered before anything else is loaded.
  await pause(firstAnswersMs)
  const { serveControl } = await import('../control/serve.ts')
  const shown = explained.map((one) => (one.name === 'port' ? { ...one, value: server.port } : one))
  instance.upkeep.tell(shown)
  const control = lock && (await serveControl(dataDir, { ...core, ...instance, settings: shown }))
  const stop = async () => {
    log.info('draining')
    await server.drain()
    await control?.close()
    await core.close()
    lock?.release()
  }
  return { server, core, printFolder: instance.printFolder, stop }
}

const exitCodeOf = { SIGINT: 130, SIGTERM: 143 }

/** What a process that ends at once leaves unfinished, and what becomes of it. */
const leftBehind = (core: Core): string => {
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  const deliveries = core.webhooks.underWay()
  const jobs = core.scheduler.underWay()
  const left = [
    ...(deliveries > 0
      ? [`${counted(deliveries, 'webhook delivery', 'webhook deliveries')} (sent again under the same ids)`]
      : []),
    ...(jobs > 0 ? [`${counted(jobs, 'job', 'jobs')} (taken up again)`] : []),
  ]
  return `Ended at once. Left under way: ${left.length > 0 ? left.join(', ') : 'nothing but requests'}.`
}

/**
 * The first signal drains, after which the process ends with 0; a second one ends it at once and prints what
 * is left unfinished.
 */
export const stopOnSignal = (stop: () => Promise<void>, left?: () => string): void => {
  let stopping = false
  const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
    if (stopping) {
      // Written synchronously, before the process ends.
      if (left) writeSync(process.stderr.fd, `${left()}\n`)
      process.exit(exitCodeOf[signal])
    }
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The server could not end cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
