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
import { prepareFolder, tryLock, withFolderLock } from '../instance/folder.ts'
import type { Instance } from '../instance/open.ts'
import { version } from '../version.ts'

export const serve = command({
  name: 'lettershop serve',
  description: 'Run the server on a data folder, which is created if it is missing',
  flags: {
    host: { type: 'string', description: 'Address to listen on (127.0.0.1)' },
    port: { type: 'string', description: 'Port to listen on; 0 picks a free one (8484)', valueHint: 'N' },
    'allow-insecure-webhooks': {
      type: 'boolean',
      description: 'Allow webhooks to http and to this machine, for development only',
    },
    'base-url': { type: 'string', description: 'Public URL of this server; printed in QR codes' },
    'print-folder': { type: 'string', description: 'Folder of live runs (DATA/printer)' },
    'printers-folder': {
      type: 'string',
      description: 'Parent of the folders of further printers',
      valueHint: 'DIR',
    },
    'printer-allow': {
      type: 'string',
      description: 'Private networks that printers may be in',
      valueHint: 'CIDR,…',
    },
    'printer-secrets': {
      type: 'string',
      description: 'The variable or file that a printer may use as its secret at one host',
      valueHint: 'PRINTER@HOST=SECRET,…',
    },
    'print-folder-mode': {
      type: 'string',
      description: 'Permissions of the printer’s folder and packages (0700)',
      valueHint: '0750',
    },
    'backup-folder': {
      type: 'string',
      description: 'Folder for backups started from the portal (none: not available)',
      valueHint: 'DIR',
    },
    'accept-folder-mode': {
      type: 'boolean',
      description: 'Accept a data folder that others can read, for shares and volumes without permissions',
    },
    drill: {
      type: 'boolean',
      description: 'Send nothing: no webhooks, no mail, nothing to the printer',
    },
    'no-portal': {
      type: 'boolean',
      description: 'Serve the API without the portal',
    },
    'webhook-allow': {
      type: 'string',
      description: 'Private address ranges that webhooks may reach (CIDR,…)',
    },
    'trusted-proxies': {
      type: 'string',
      description: 'Proxies whose forwarding headers are trusted (CIDR,…)',
    },
    'drain-delay': {
      type: 'string',
      description: 'Seconds in which a stopping server still accepts requests and reports that it stops (0)',
      valueHint: 'N',
    },
    'smtp-url': {
      type: 'string',
      description: 'Mail server; without one, links are shown instead of mailed',
    },
    'mail-from': { type: 'string', description: 'Sender of mail' },
    'session-idle-minutes': {
      type: 'string',
      description: 'Idle minutes after which a portal session expires (30)',
      valueHint: 'N',
    },
    'require-second-factor': {
      type: 'boolean',
      description: 'Require a second factor of operators and owners; without one they can only set one up',
    },
  },
  async run({ args, json }) {
    const dataDir = dataFolder(args.data)
    const { server, core, stop, printFolder, settings } = await startInstance(dataDir, args)
    stopOnSignal(stop, () => leftBehind(core))
    // While there is no user, anyone who reads this output can become the first user.
    const { newSetupLink } = await import('../../src/core/features/people/administration/user-admin.ts')
    const setupUrl = await newSetupLink(core.services).catch((error: unknown) => {
      // On a full disk the server still answers reads and reports the problem.
      core.services.log.error('no link for the first user: restart once the store accepts writes', {
        error,
      })
      return undefined
    })
    if (settings.allowInsecureWebhooks) {
      process.stderr.write(
        '--allow-insecure-webhooks allows webhooks to http and to this machine. Not for production.\n',
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
            setupUrl === undefined ? '' : `\nCreate the first user (works once): ${setupUrl}`
          }`,
    )
    return undefined
  },
  text: () => '',
})

/** Opens the data folder exclusively and serves it. `stop` drains and releases the folder. */
export const startInstance = async (
  dataDir: string,
  flags: Parameters<typeof readSettings>[1],
  logLevel: keyof Log = 'info',
) => {
  const settings = await readSettings(dataDir, flags)
  await prepareFolder(dataDir, { ...settings, create: true })
  // Servers of one database may share the folder; PostgreSQL guards the rows.
  const lock = settings.database === undefined ? await ownFolder(dataDir) : undefined
  const log = deferredLog(logLevel)
  try {
    const { openInstance } = await import('../instance/open.ts')
    const open = () => openInstance(dataDir, settings, log, { serves: true })
    const instance = await (lock ? open() : withFolderLock(dataDir, open))
    try {
      await instance.notePrinters().catch((error: unknown) => {
        log.warn('the printer’s health could not be recorded', { error })
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

/** How long the start waits for a command or stopping server that holds the folder. */
const patienceMs = 5000
const againMs = 50

/** Locks the folder. Fails at once if a server answers; waits for any other owner to release it. */
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
  // For port 0 the system chooses a free port, and printed codes must contain that one.
  if (settings.baseUrl === undefined && settings.port === 0) core.services.config.baseUrl = server.url
  // Answer clients that waited for the port before loading anything else.
  await pause(firstAnswersMs)
  const { serveControl } = await import('../control/serve.ts')
  const shown = explained.map((one) => (one.name === 'port' ? { ...one, value: server.port } : one))
  instance.upkeep.setEffective(shown)
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

/** Describes the unfinished work of a process that stops immediately, and how it resumes. */
const leftBehind = (core: Core): string => {
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  const deliveries = core.webhooks.activeCount()
  const jobs = core.scheduler.activeCount()
  const left = [
    ...(deliveries > 0
      ? [`${counted(deliveries, 'webhook delivery', 'webhook deliveries')} (sent again under the same ids)`]
      : []),
    ...(jobs > 0 ? [`${counted(jobs, 'job', 'jobs')} (resumed)`] : []),
  ]
  return `Stopped immediately. Unfinished: ${left.length > 0 ? left.join(', ') : 'nothing but requests'}.`
}

/** Drains and exits with 0 on the first signal. Prints the unfinished work and exits on the second. */
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
        process.stderr.write(`The server could not stop cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
