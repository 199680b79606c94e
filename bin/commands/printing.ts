import { resolve } from 'node:path'
import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { holdFlags } from '../cli/flags.ts'
import { readJsonFile } from '../cli/json-file.ts'
import { secretHere } from '../cli/printer-secrets.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { execute } from '../control/execute.ts'

export const printerList = command({
  name: 'lettershop printer list',
  description: 'List printers',
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
  async run({ args }) {
    const printer = await withSecret(readJsonFile(args.file), args.data)
    return execute('printer.add', { printer }, { data: args.data })
  },
  text: ({ key, id }) => `${key} is set up as ${id}. It receives runs once a rule names it.`,
})

export const printerTest = command({
  name: 'lettershop printer test',
  description: 'Check a printer’s status; nothing is printed',
  flags: { printer: { type: 'positional', required: true, description: 'Its key or id' } },
  async run({ args }) {
    const answer = await execute('printer.test', { name: args.printer }, { data: args.data })
    if (!answer.ok) throw failure('failed', answer.detail)
    return answer
  },
  text: ({ key, detail }) => `${key}: ${detail}`,
})

export const printerSecret = command({
  name: 'lettershop printer secret',
  description: 'Set a printer’s secret for its current address; it is read here and stored encrypted',
  flags: {
    printer: { type: 'positional', required: true, description: 'Its key or id' },
    env: { type: 'string', description: 'The environment variable that holds the secret', valueHint: 'NAME' },
    file: { type: 'string', description: 'The file that holds the secret', valueHint: 'PATH' },
  },
  async run({ args }) {
    const { printer: name, env, file } = args
    if ((env === undefined) === (file === undefined)) throw failure('usage', 'Name either --env or --file.')
    const secret = await readHere({ env, file }, args.data)
    return execute('printer.secret', { name, secret }, { data: args.data })
  },
  text: ({ key }) => `The secret of ${key} is set.`,
})

export const printerRules = command({
  name: 'lettershop printer rules',
  description: 'Show the rules that choose a printer, or replace them with those of a file',
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

/** Replaces a reference with the secret, read in the operator's process. The instance encrypts it. */
const withSecret = async (printer: unknown, data: string | undefined): Promise<unknown> => {
  const { secret, ...rest } = (printer ?? {}) as { secret?: unknown }
  return secret === undefined ? printer : { ...rest, secret: await readHere(secret, data) }
}

const readHere = async (reference: unknown, data: string | undefined): Promise<string> => {
  const { env, file } = (reference ?? {}) as { env?: unknown; file?: unknown }
  const dataDir = dataFolder(data)
  const settings = await readSettings(dataDir)
  if (typeof env === 'string') return secretHere({ env }, dataDir, settings)
  if (typeof file === 'string') return secretHere({ file: resolve(file) }, dataDir, settings)
  throw failure('usage', 'A secret must be {"env": "NAME"} or {"file": "PATH"}.')
}

interface Shown {
  held: boolean
  since: string | null
  reason: string | null
}

const text = ({ held, since, reason }: Shown): string =>
  held ? `Live printing is held since ${since}. ${reason}` : 'Live printing is running.'

export const printingShow = command({
  name: 'lettershop printing show',
  description: 'Show whether live runs are handed to the printer',
  flags: {},
  run: ({ args }) => execute('printing.show', undefined, { data: args.data }),
  text,
})

export const printingHold = command({
  name: 'lettershop printing hold',
  description: 'Pause live printing; everything else continues',
  flags: holdFlags,
  run: ({ args }) => execute('printing.hold', { reason: args.reason }, { data: args.data }),
  text,
})

export const printingResume = command({
  name: 'lettershop printing resume',
  description: 'Resume live printing; waiting runs are handed over within a minute',
  flags: {},
  run: ({ args }) => execute('printing.resume', undefined, { data: args.data }),
  text,
})

export const printingAcceptFolder = command({
  name: 'lettershop printing accept-folder',
  description: 'Accept the folder of live runs as the printer’s',
  flags: {},
  run: ({ args }) => execute('printing.acceptFolder', undefined, { data: args.data }),
  text: ({ printFolder }) => `Live runs are now handed over in ${printFolder}.`,
})
