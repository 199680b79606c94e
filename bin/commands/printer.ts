import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { readJsonFile } from '../cli/json-file.ts'
import { execute } from '../control/execute.ts'

export const printerList = command({
  name: 'lettershop printer list',
  description: 'List the printers that runs are handed to',
  flags: {},
  run: ({ args }) => execute('printer.list', undefined, { data: args.data }),
  text: (printers) =>
    table(
      ['KEY', 'KIND', 'STATUS', 'ID', 'HEALTH'],
      printers.map(({ key, kind, status, id, health }) => [
        key,
        kind,
        status,
        id,
        health ? `${health.ok ? 'ok' : 'AWAY'}: ${health.detail}` : '',
      ]),
    ),
})

const file = { type: 'positional', required: true, description: 'A JSON file' } as const

export const printerAdd = command({
  name: 'lettershop printer add',
  description:
    'Set up a printer from a file: key, name, kind, settings, capabilities, and its secret as {"env": "NAME"} or {"file": "PATH"}',
  flags: { file },
  run: ({ args }) =>
    execute('printer.add', { printer: withSecret(readJsonFile(args.file)) }, { data: args.data }),
  text: ({ key, id }) => `${key} is set up as ${id}. Runs go there once a rule names it.`,
})

export const printerTest = command({
  name: 'lettershop printer test',
  description: 'Ask a printer how it is; nothing is printed',
  flags: { printer: { type: 'positional', required: true, description: 'Its key or id' } },
  async run({ args }) {
    const answer = await execute('printer.test', { name: args.printer }, { data: args.data })
    if (!answer.ok) throw failure('failed', answer.detail)
    return answer
  },
  text: ({ key, detail }) => `${key}: ${detail}`,
})

export const printerRules = command({
  name: 'lettershop printer rules',
  description: 'Show the rules that choose a printer, or replace them by those of a file',
  flags: {
    file: { ...file, required: false },
  },
  run: ({ args }) =>
    execute(
      'printer.rules',
      { rules: args.file === undefined ? null : readJsonFile(args.file) },
      { data: args.data },
    ),
  text: (rules) => JSON.stringify(rules, null, 2),
})

/** A secret does not stand in the file: it is read here, where the operator is, and sealed by the instance. */
const withSecret = (printer: unknown): unknown => {
  const { secret, ...rest } = (printer ?? {}) as { secret?: unknown }
  if (secret === undefined) return printer
  const { env, file } = secret as { env?: string; file?: string }
  if (typeof env === 'string') {
    const text = process.env[env]
    if (!text) throw failure('usage', `The environment has no ${env}.`)
    return { ...rest, secret: text }
  }
  if (typeof file === 'string') {
    try {
      return { ...rest, secret: readFileSync(resolve(file), 'utf8').trimEnd() }
    } catch (error) {
      throw failure('usage', (error as Error).message, error)
    }
  }
  throw failure('usage', 'A secret stands in a file as {"env": "NAME"} or {"file": "PATH"} only.')
}
