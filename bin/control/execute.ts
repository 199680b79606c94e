import { existsSync } from 'node:fs'
import {
  type ControlClient,
  ControlProblem,
  connectControl,
} from '../../src/adapters/data-folder/control-client.ts'
import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { CommandFailure, failure, isFailureReport } from '../cli/failure.ts'
import { dataFolder, readSettings, type Settings } from '../cli/settings.ts'
import { assertInstance } from '../instance/existing-instance.ts'
import { isFolderEmpty, prepareFolder, tryLock, withFolderLock } from '../instance/folder.ts'
import type { ControlArgs, ControlCommand, ControlResult } from './commands.ts'

export interface Patience {
  /** Silence in ms after which the command reports that it waits. */
  noticeMs: number
  /** Silence in ms after which the command fails. */
  giveUpMs: number
  print(line: string): void
}

const patience: Patience = {
  noticeMs: 5000,
  giveUpMs: 60_000,
  print: (line) => process.stderr.write(`${line}\n`),
}

/**
 * Calls a server and waits while it shows activity: a backup may take an hour without output. A server that
 * does not answer pings is stopped or overloaded; that is reported, and after a minute the command fails.
 */
export const callPatiently = async (
  client: Pick<ControlClient, 'call'>,
  name: string,
  args: unknown,
  { noticeMs, giveUpMs, print }: Patience = patience,
): Promise<unknown> => {
  let isOver = false
  let giveUp = () => {}
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = () =>
      reject(
        new Error(`The server has not responded for ${giveUpMs / 1000} s; it may still run the command.`),
      )
  })
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const listen = async () => {
    let isReported = false
    const notice = setTimeout(() => {
      isReported = true
      print(`The server does not respond; waiting up to ${giveUpMs / 1000} s.`)
    }, noticeMs)
    const end = setTimeout(giveUp, giveUpMs)
    stop = () => {
      clearTimeout(notice)
      clearTimeout(end)
    }
    // An older server rejects the ping, but that is an answer too.
    const isThere = await client.call('ping').then(
      () => true,
      (error: unknown) => error instanceof ControlProblem,
    )
    stop()
    if (!isThere || isOver) return
    if (isReported) print('The server responds again.')
    timer = setTimeout(listen, noticeMs)
  }
  void listen()
  try {
    return await Promise.race([client.call(name, args), gaveUp])
  } finally {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}

export interface ExecuteOptions {
  /** `--data`. */
  data: string | undefined
  /** Creates a missing data folder, for commands that start a new instance. */
  create?: boolean
  /** Server settings to use if no server runs and the command opens the folder itself. */
  settings?: Partial<Pick<Settings, 'printerAllow' | 'printerSecrets'>>
  /** Advice if it is unknown whether the command ran. */
  unanswered?: string
}

/** How long the folder's owner may take to start answering or to stop. */
const patienceMs = 5000
const againMs = 50

/** Runs a command in the server that owns the folder, or here if none does (docs/design/storage.md). */
export const execute = async <Name extends ControlCommand>(
  name: Name,
  args: ControlArgs<Name>,
  options: ExecuteOptions,
): Promise<ControlResult<Name>> => {
  const dataDir = dataFolder(options.data)
  const settings = await readSettings(dataDir)
  await prepareFolder(dataDir, { ...settings, create: options.create || isFolderEmpty(settings) })
  // With a shared database, this process can run the command as well as any server.
  if (settings.database !== undefined) return executeHere(dataDir, name, args, options)
  const assertBegun = () => (options.create ? undefined : assertInstance(dataDir))
  if (!existsSync(lockPath(dataDir))) await assertBegun()
  const until = performance.now() + patienceMs
  for (;;) {
    const client = await connectControl(dataDir)
    if (client) {
      try {
        return (await callPatiently(client, name, args)) as ControlResult<Name>
      } catch (error) {
        throw error instanceof ControlProblem ? asFailure(error) : asUnanswered(error, options)
      } finally {
        client.close()
      }
    }
    const lock = await tryLock(dataDir)
    if (lock) {
      try {
        await assertBegun()
        return await executeHere(dataDir, name, args, options)
      } finally {
        lock.release()
      }
    }
    // The folder has an owner without a socket: a starting or stopping server, or another command.
    if (performance.now() > until) {
      throw failure('folderInUse', `Another process owns ${dataDir} and does not answer.`)
    }
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

const executeHere = async <Name extends ControlCommand>(
  dataDir: string,
  name: Name,
  args: ControlArgs<Name>,
  options: ExecuteOptions,
): Promise<ControlResult<Name>> => {
  // Imported on demand: with a running server these are not needed.
  const [{ openInstance }, { controlCommands }, { deferredLog }] = await Promise.all([
    import('../instance/open.ts'),
    import('./commands.ts'),
    import('../instance/deferred-log.ts'),
  ])
  const settings = { ...(await readSettings(dataDir)), ...options.settings }
  const open = () => openInstance(dataDir, settings, deferredLog('warn'))
  const { core, ...instance } =
    settings.database === undefined ? await open() : await withFolderLock(dataDir, open)
  try {
    return (await controlCommands[name]({ ...core, ...instance }, args as never)) as ControlResult<Name>
  } finally {
    await core.close()
  }
}

/** Returns the failure of a command that reached the server but got no answer. */
const asUnanswered = (error: unknown, { unanswered }: ExecuteOptions): CommandFailure => {
  const advice = unanswered ?? 'Check whether it ran before you repeat it.'
  return failure('failed', `${(error as Error).message} ${advice}`, error)
}

const asFailure = (error: ControlProblem): CommandFailure =>
  isFailureReport(error.problem)
    ? new CommandFailure(error.problem, { cause: error })
    : failure('failed', error.message, error)
