import { existsSync } from 'node:fs'
import {
  type ControlClient,
  ControlProblem,
  connectControl,
} from '../../src/adapters/data-folder/control-client.ts'
import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { CommandFailure, failure, isFailureBody } from '../cli/failure.ts'
import { dataFolder, readSettings, type Settings } from '../cli/settings.ts'
import { assertInstance } from '../instance/existing-instance.ts'
import { inTurn, isFolderEmpty, prepareFolder, tryLock } from '../instance/folder.ts'
import type { ControlArgs, ControlCommand, ControlResult } from './commands.ts'

export interface Patience {
  /** Silence in ms after which the command prints what it waits for. */
  noticeMs: number
  /** Silence in ms after which it gives up. */
  giveUpMs: number
  say(line: string): void
}

const patience: Patience = {
  noticeMs: 5000,
  giveUpMs: 60_000,
  say: (line) => process.stderr.write(`${line}\n`),
}

/**
 * Calls a server and waits as long as it shows activity: a backup may take an hour without output. A server
 * that does not answer a ping either is stopped or overloaded: that is printed, and after a minute the
 * command ends.
 */
export const askPatiently = async (
  client: Pick<ControlClient, 'call'>,
  name: string,
  args: unknown,
  { noticeMs, giveUpMs, say }: Patience = patience,
): Promise<unknown> => {
  let isOver = false
  let giveUp = () => {}
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = () =>
      reject(
        new Error(`The server has not reacted for ${giveUpMs / 1000} s; it may still carry the command out.`),
      )
  })
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const listen = async () => {
    let isSaid = false
    const notice = setTimeout(() => {
      isSaid = true
      say(`The server does not react; waiting for it up to ${giveUpMs / 1000} s.`)
    }, noticeMs)
    const end = setTimeout(giveUp, giveUpMs)
    stop = () => {
      clearTimeout(notice)
      clearTimeout(end)
    }
    // A server of an older version does not know the command, but its refusal is an answer too.
    const isThere = await client.call('ping').then(
      () => true,
      (error: unknown) => error instanceof ControlProblem,
    )
    stop()
    if (!isThere || isOver) return
    if (isSaid) say('The server reacts again.')
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
  /** Creates the data folder where there is none, for commands with which a new instance begins. */
  create?: boolean
  /** Settings of the server that count where none runs and the command opens the folder itself. */
  settings?: Partial<Pick<Settings, 'printerAllow' | 'printerSecrets'>>
  /** What to do where it is unknown whether the command was carried out. */
  unanswered?: string
}

/** How long the folder's owner may take to start answering, or to stop. */
const patienceMs = 5000
const againMs = 50

/**
 * Runs a command in the server that owns the folder, through its control socket, or in this process where the
 * folder has no owner (docs/design/storage.md).
 */
export const execute = async <Name extends ControlCommand>(
  name: Name,
  args: ControlArgs<Name>,
  options: ExecuteOptions,
): Promise<ControlResult<Name>> => {
  const dataDir = dataFolder(options.data)
  const settings = await readSettings(dataDir)
  await prepareFolder(dataDir, { ...settings, create: options.create || isFolderEmpty(settings) })
  // With a shared database this process serves as well as any server.
  if (settings.database !== undefined) return executeHere(dataDir, name, args, options)
  const assertBegun = () => (options.create ? undefined : assertInstance(dataDir))
  if (!existsSync(lockPath(dataDir))) await assertBegun()
  const until = performance.now() + patienceMs
  for (;;) {
    const client = await connectControl(dataDir)
    if (client) {
      try {
        return (await askPatiently(client, name, args)) as ControlResult<Name>
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
    // The folder has an owner but no socket: the owner is starting, stopping, or another command.
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
  // Loaded only here, because a running server makes it unnecessary.
  const [{ openInstance }, { controlCommands }, { deferredLog }] = await Promise.all([
    import('../instance/open.ts'),
    import('./commands.ts'),
    import('../instance/deferred-log.ts'),
  ])
  const settings = { ...(await readSettings(dataDir)), ...options.settings }
  const open = () => openInstance(dataDir, settings, deferredLog('warn'))
  const { core, ...instance } = settings.database === undefined ? await open() : await inTurn(dataDir, open)
  try {
    return (await controlCommands[name]({ ...core, ...instance }, args as never)) as ControlResult<Name>
  } finally {
    await core.close()
  }
}

/** The failure where the command reached the server and no answer came back. */
const asUnanswered = (error: unknown, { unanswered }: ExecuteOptions): CommandFailure => {
  const told = unanswered ?? 'Check whether it was carried out before you repeat it.'
  return failure('failed', `${(error as Error).message} ${told}`, error)
}

const asFailure = (error: ControlProblem): CommandFailure =>
  isFailureBody(error.problem)
    ? new CommandFailure(error.problem, { cause: error })
    : failure('failed', error.message, error)
