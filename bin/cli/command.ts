import type { ArgsDef, CommandDef, ParsedArgs } from 'citty'
import { commonFlags } from './flags.ts'
import { givenFlags } from './settings.ts'

export interface CommandInput<Flags extends ArgsDef> {
  args: ParsedArgs<Flags & typeof commonFlags>
  /** True with `--json`: nothing but the result may be printed on standard output. */
  json: boolean
}

export interface CommandSpec<Flags extends ArgsDef, Result> {
  name: string
  description: string
  flags: Flags
  /** Its result is printed; undefined where the command printed what there was to say. */
  run(input: CommandInput<Flags>): Promise<Result | undefined>
  /** The result for people. */
  text(result: Result): string
}

/** A command with the flags of every command, whose one result is printed as JSON or for people. */
export const command = <const Flags extends ArgsDef, Result>(
  spec: CommandSpec<Flags, Result>,
): CommandDef<Flags & typeof commonFlags> => ({
  meta: { name: spec.name, description: spec.description },
  args: { ...spec.flags, ...commonFlags },
  async run({ args }) {
    const json = args.json === true
    const { database } = args as { database?: string }
    if (database !== undefined) givenFlags.database = database
    const result = await spec.run({ args: args as CommandInput<Flags>['args'], json })
    if (result !== undefined) await print(json ? JSON.stringify(result) : spec.text(result))
  },
})

/** Resolves when the text has left the process: `process.exit` would cut a pipe short. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve())
  })

/** Columns, as wide as their widest cell. */
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
