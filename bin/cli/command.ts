import type { ArgsDef, CommandDef, ParsedArgs } from 'citty'
import { Problem } from '../../src/core/kernel/errors.ts'
import { CommandFailure, toFailureReport } from './failure.ts'
import { commonFlags } from './flags.ts'
import { givenFlags } from './settings.ts'

export interface CommandInput<Flags extends ArgsDef> {
  args: ParsedArgs<Flags & typeof commonFlags>
  /** True with `--json`: only the result may be printed on standard output. */
  json: boolean
}

export interface CommandSpec<Flags extends ArgsDef, Result> {
  name: string
  description: string
  flags: Flags
  /** Returns the result to print, or undefined if the command has printed everything itself. */
  run(input: CommandInput<Flags>): Promise<Result | undefined>
  text(result: Result): string
}

/** Defines a command that also takes the common flags and prints its result as text or JSON. */
export const command = <const Flags extends ArgsDef, Result>(
  spec: CommandSpec<Flags, Result>,
): CommandDef<Flags & typeof commonFlags> => ({
  meta: { name: spec.name, description: spec.description },
  args: { ...spec.flags, ...commonFlags },
  async run({ args }) {
    const json = args.json === true
    const { database, blobs } = args as { database?: string; blobs?: string }
    if (database !== undefined) givenFlags.database = database
    if (blobs !== undefined) givenFlags.blobs = blobs
    const result = await spec.run({ args: args as CommandInput<Flags>['args'], json }).catch((error) => {
      throw error instanceof CommandFailure || error instanceof Problem
        ? namedAsTyped(error, spec.flags)
        : error
    })
    if (result !== undefined) await print(json ? JSON.stringify(result) : spec.text(result))
  },
})

/** Replaces the core's parameter names by the command's: `EMAIL` (positional), `--role` for `roles`. */
const namedAsTyped = (failed: CommandFailure | Problem, flags: ArgsDef): CommandFailure => {
  const body = toFailureReport(failed)
  const typed = (flag: string): string => {
    const name = flag.slice(2)
    const known = Object.keys(flags)
    const taken =
      known.find((own) => own === name) ?? known.find((own) => own.startsWith(name) || name.startsWith(own))
    if (taken === undefined) return flag
    return flags[taken]?.type === 'positional' ? taken.toUpperCase() : `--${taken}`
  }
  const rename = (text: string) => text.replace(/--[a-z][a-z-]*/g, typed)
  const errors = body.errors?.map(({ parameter, message }) => ({
    parameter: rename(parameter),
    message: rename(message),
  }))
  return new CommandFailure(
    { ...body, detail: rename(body.detail), ...(errors ? { errors } : {}) },
    failed.cause === undefined ? undefined : { cause: failed.cause },
  )
}

/** Prints a text. Resolves once it is flushed, because `process.exit` would truncate a pipe. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve())
  })

/** Formats rows in aligned columns. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
