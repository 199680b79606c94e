import { existsSync } from 'node:fs'
import { ControlProblem, connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { CommandFailure, failure, isFailureBody } from '../cli/failure.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { inTurn, prepareFolder, tryLock } from '../instance/folder.ts'
import { assertInstance } from '../instance/lost-database.ts'
import { askPatiently } from './ask-patiently.ts'
import type { ControlArgs, ControlCommand, ControlResult } from './commands.ts'

export interface ExecuteOptions {
  /** `--data`. */
  data: string | undefined
  /** Makes the data folder where there is none: for commands that a new instance begins with. */
  create?: boolean
  /** What to do where nobody can say whether it was carried out. */
  unanswered?: string
}

/** How long a folder may be owned by a process that does not answer yet, or no longer. */
const patienceMs = 5000
const againMs = 50

/**
 * Carries out a command where the data is: in the server that owns the folder, asked through its control
 * socket, or here while nobody owns it (docs/design.md#one-process-or-several).
 */
export const execute = async <Name extends ControlCommand>(
  name: Name,
  args: ControlArgs<Name>,
  options: ExecuteOptions,
): Promise<ControlResult<Name>> => {
  const dataDir = dataFolder(options.data)
  await prepareFolder(dataDir, options.create ?? false)
  // Whoever shares a database is as good a place as any server of it.
  if ((await readSettings(dataDir)).database !== undefined) return executeHere(dataDir, name, args)
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
        return await executeHere(dataDir, name, args)
      } finally {
        lock.release()
      }
    }
    // Owned, but without a socket: its owner is starting, stopping, or another command.
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
): Promise<ControlResult<Name>> => {
  // Loaded only now: with a server running none of it is needed.
  const [{ openInstance }, { controlCommands }, { deferredLog }] = await Promise.all([
    import('../instance/open.ts'),
    import('./commands.ts'),
    import('../instance/deferred-log.ts'),
  ])
  const settings = await readSettings(dataDir)
  const open = () => openInstance(dataDir, settings, deferredLog('warn'))
  const { core, ...instance } = settings.database === undefined ? await open() : await inTurn(dataDir, open)
  try {
    return (await controlCommands[name]({ ...core, ...instance }, args as never)) as ControlResult<Name>
  } finally {
    await core.close()
  }
}

/** The command reached the server, and no answer came back. */
const asUnanswered = (error: unknown, { unanswered }: ExecuteOptions): CommandFailure => {
  const told = unanswered ?? 'Look whether it was carried out before you give it again.'
  return failure('failed', `${(error as Error).message} ${told}`, error)
}

const asFailure = (error: ControlProblem): CommandFailure =>
  isFailureBody(error.problem)
    ? new CommandFailure(error.problem, { cause: error })
    : failure('failed', error.message, error)
