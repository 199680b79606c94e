import { stripVTControlCharacters } from 'node:util'
import { type CommandDef, renderUsage, runCommand } from 'citty'
import { print } from './cli/command.ts'
import { exitCodes, toFailureReport } from './cli/failure.ts'
import { checkFlags, commandFirst, usage } from './cli/flags.ts'
import { root } from './commands/index.ts'

/** Runs one command line and sets the exit code. */
export const main = async (typed: readonly string[]): Promise<void> => {
  // Files written by this program contain names, addresses or keys: only its own user may read them.
  process.umask(0o077)
  // The reader of the output may stop early (`| head`); that isn't an error.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {})
  const argv = commandFirst(typed)
  try {
    if (argv[0] === 'help') return await help(argv.slice(1))
    const found = await findCommand(argv)
    const wantsHelp = found.rest.some((word) => word === '--help' || word === '-h')
    if (wantsHelp) return await print(await helpOf(found.command, process.stdout))
    if (argv[0] === '--version' || argv[0] === '-v') return await run(['version', ...argv.slice(1)])
    if (found.command.subCommands && !found.command.run) {
      if (found.rest.length > 0) throw usage(found.path, `There is no command “${found.rest[0]}”.`)
      process.stderr.write(`${await helpOf(found.command, process.stderr)}\n`)
      process.exitCode = exitCodes.usage
      return
    }
    checkFlags(found.rest, await resolved(found.command.args ?? {}), found.path)
    // Without its subcommands: citty would take a flag's value for the name of one.
    const { subCommands: _, ...command } = found.command
    await runCommand(command, { rawArgs: found.rest })
  } catch (error) {
    report(error, argv)
  }
}

const help = async (argv: readonly string[]): Promise<void> => {
  const flags = argv.findIndex((word) => word.startsWith('-'))
  const words = flags < 0 ? argv : argv.slice(0, flags)
  const found = await findCommand(words)
  if (found.rest.length > 0) throw usage(found.path, `There is no command “${words.join(' ')}”.`)
  await print(await helpOf(found.command, process.stdout))
}

/** Returns the help text, without colours if the output is a pipe or a file. */
const helpOf = async (command: CommandDef, to: NodeJS.WriteStream): Promise<string> => {
  const text = await renderUsage(command)
  return to.isTTY ? text : stripVTControlCharacters(text)
}

const run = async (argv: string[]): Promise<void> => {
  const found = await findCommand(argv)
  await runCommand(found.command, { rawArgs: found.rest })
}

interface Found {
  command: CommandDef
  /** `org create`. */
  path: string
  /** Flags and words after the command. */
  rest: string[]
}

/** Follows the words into the command tree and loads only the named command. */
const findCommand = async (argv: readonly string[]): Promise<Found> => {
  let found: Found = { command: root, path: '', rest: [...argv] }
  for (;;) {
    const subCommands = await resolved(found.command.subCommands ?? {})
    const [word] = found.rest
    if (word === undefined || !Object.hasOwn(subCommands, word)) return found
    found = {
      command: await resolved(subCommands[word]!),
      path: found.path ? `${found.path} ${word}` : word,
      rest: found.rest.slice(1),
    }
  }
}

const resolved = async <T>(value: T | Promise<T> | (() => T) | (() => Promise<T>)): Promise<T> =>
  typeof value === 'function' ? await (value as () => T | Promise<T>)() : value

/** Prints the error to standard error (JSON with `--json`), apart from results, and sets the exit code. */
const report = (error: unknown, argv: readonly string[]): void => {
  const body = toFailureReport(error)
  process.stderr.write(`${argv.includes('--json') ? JSON.stringify(body) : body.detail}\n`)
  if (body.exitCode === exitCodes.failed && process.env.LETTERSHOP_DEBUG) console.error(error)
  process.exitCode = body.exitCode
}
