import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { command } from '../cli/command.ts'
import { CommandFailure, exitCodes, failure } from '../cli/failure.ts'
import { readJsonFile } from '../cli/json-file.ts'
import { openingsOf } from '../cli/printer-secrets.ts'
import { execute } from '../control/execute.ts'

interface Change {
  part: string
  key: string
  message: string
  params?: Readonly<Record<string, string | number>>
}

/** Maximum number of changes of one kind with a line each; more share one line with a count. */
const maxLinesPerKind = 3

/** Nouns for the parts of a file in lines that count changes. */
const nouns: Readonly<Record<string, string>> = {
  calendars: 'calendars',
  countryZones: 'sets of country zones',
  postageProducts: 'postage products',
  stocks: 'papers',
  products: 'products',
  specifications: 'specifications',
  priceLists: 'price lists',
  costs: 'costs',
  printers: 'printers',
  printerRules: 'printer rules',
  returnCodes: 'carriers’ codes',
}

/** Formats an import's changes, one line each; a kind with many changes gets one line. */
const changeLines = (changes: readonly Change[]): string[] =>
  [...Map.groupBy(changes, kindOf).values()].flatMap((group) =>
    group.length > maxLinesPerKind
      ? [`${headOf(group)}: ${group[0]!.message.replace(/\.$/, '')}; and ${group.length - 1} more.`]
      : group.map(({ message }) => message),
  )

const kindOf = ({ part, key, params }: Change): string =>
  JSON.stringify([part, params?.case ?? '', isPrice(params) ? key : ''])

const isPrice = (params: Change['params']): boolean => params?.zone !== undefined

const headOf = (group: readonly Change[]): string => {
  const [{ part, key, params }] = group as [Change]
  const count = group.length
  if (isPrice(params)) return `${count} prices of price list ${key}`
  const noun = nouns[part] ?? part
  if (params?.case === 'created') return `${count} new ${noun}`
  return `${count} changes of ${noun}`
}

interface Report {
  revision: number
  valid: boolean
  findings: { path: string; severity: string; message: string }[]
  changes: Change[]
}

const file = {
  type: 'positional',
  required: true,
  description: 'A catalogue as JSON; - reads standard input',
} as const

export const catalogueExport = command({
  name: 'lettershop catalogue export',
  description: 'Write the catalogue to a file for import',
  flags: {
    file: { ...file, required: false, description: 'The file to write (standard output)' },
  },
  async run({ args, json }) {
    const exported = await execute('catalogue.export', undefined, { data: args.data })
    if (args.file === undefined || args.file === '-') return json ? exported : { ...exported, path: null }
    const path = resolve(args.file)
    try {
      await writeFile(path, written(exported.file))
    } catch (error) {
      throw failure('failed', `${path} cannot be written: ${(error as Error).message}`, error)
    }
    return { ...exported, path }
  },
  text: (exported) =>
    'path' in exported && exported.path !== null
      ? `${exported.path}  revision ${exported.revision}`
      : written(exported.file).trimEnd(),
})

const written = (content: unknown): string => `${JSON.stringify(content, undefined, 2)}\n`

export const catalogueCheck = command({
  name: 'lettershop catalogue check',
  description: 'Check a catalogue and show what an import would change. Exit code 1 if it cannot be imported',
  flags: {
    file,
    'printer-allow': {
      type: 'string',
      description: 'Private networks of printers, as for serve; only if no server runs',
      valueHint: 'CIDR,…',
    },
    'printer-secrets': {
      type: 'string',
      description: 'Secrets that printers may use, as for serve; only if no server runs',
      valueHint: 'PRINTER@HOST=SECRET,…',
    },
  },
  async run({ args, json }) {
    const content = readJsonFile(args.file)
    const { 'printer-allow': allow, 'printer-secrets': secrets } = args
    const settings = {
      ...(allow === undefined ? {} : { printerAllow: allow.split(',').filter(Boolean) }),
      ...(secrets === undefined ? {} : { printerSecrets: openingsOf(secrets) }),
    }
    return sound(await execute('catalogue.check', { file: content }, { data: args.data, settings }), json)
  },
  text: (report) => textOf(report),
})

export const catalogueImport = command({
  name: 'lettershop catalogue import',
  description:
    'Replace the catalogue with that of a file; existing items keep their prices, versions and cutoffs. Exit code 1, with nothing changed, if it has errors',
  flags: { file },
  async run({ args, json }) {
    const content = readJsonFile(args.file)
    const options = { data: args.data, create: true }
    return sound(await execute('catalogue.import', { file: content }, options), json)
  },
  text: (report) => `${textOf(report)}\nThe catalogue is at revision ${report.revision}.`,
})

/** Returns the report of a valid catalogue; prints an invalid one and throws. */
const sound = (report: Report, json: boolean): Report => {
  if (report.valid) return report
  process.stdout.write(`${json ? JSON.stringify(report) : textOf(report)}\n`)
  const count = report.findings.filter(({ severity }) => severity === 'error').length
  throw new CommandFailure({
    code: 'catalogue_invalid',
    detail: `The catalogue has ${count} ${count === 1 ? 'error' : 'errors'}.`,
    exitCode: exitCodes.failed,
  })
}

const textOf = ({ findings, changes }: Report): string =>
  [
    ...findings.map(({ path, severity, message }) => `${severity.padEnd(7)}  ${path || '/'}  ${message}`),
    ...(changes.length === 0 ? ['Nothing changes.'] : changeLines(changes).map((line) => `changes  ${line}`)),
  ].join('\n')

export const catalogueSample = command({
  name: 'lettershop catalogue sample',
  description: 'Print a sample catalogue to start with; without a name, list the samples',
  flags: { name: { type: 'positional', required: false, description: 'Its name' } },
  async run({ args }) {
    const { samples } = await import('../../src/core/features/products/samples/index.ts')
    if (args.name === undefined) return samples.map(({ name, description }) => ({ name, description }))
    const sample = samples.find(({ name }) => name === args.name)
    if (!sample) throw failure('notFound', `There is no sample ${args.name}.`)
    return { name: sample.name, file: await sample.load() }
  },
  text: (result) =>
    Array.isArray(result)
      ? result.map(({ name, description }) => `${name.padEnd(12)} ${description}`).join('\n')
      : written(result.file).trimEnd(),
})
