import { parseArgs } from 'node:util'
import type { ArgsDef } from 'citty'
import { nearest } from '../../src/core/kernel/nearest.ts'
import { failure } from './failure.ts'

export const commonFlags = {
  data: {
    type: 'string',
    description: 'The data folder (LETTERSHOP_DATA; ./lettershop-data)',
    valueHint: 'DIR',
  },
  database: {
    type: 'string',
    description: 'A PostgreSQL database instead of a file in the data folder (LETTERSHOP_DATABASE[_FILE])',
    valueHint: 'URL',
  },
  blobs: {
    type: 'string',
    description: 'A bucket for the files instead of a folder in the data folder (LETTERSHOP_BLOBS)',
    valueHint: 'URL',
  },
  json: { type: 'boolean', description: 'Print one JSON value and nothing else' },
} as const satisfies ArgsDef

/** Moves common flags from before the command to the end, so that `lettershop --data DIR serve` works. */
export const commandFirst = (argv: readonly string[]): string[] => {
  const common: Readonly<Record<string, { type: string }>> = commonFlags
  let at = 0
  while (at < argv.length) {
    const [, name, inline] = /^--([a-z]+)(=.*)?$/s.exec(argv[at]!) ?? []
    const flag = name !== undefined && Object.hasOwn(common, name) ? common[name] : undefined
    if (!flag) break
    at += flag.type === 'boolean' || inline !== undefined ? 1 : 2
  }
  return [...argv.slice(at), ...argv.slice(0, at)]
}

export const holdFlags = {
  reason: { type: 'string', required: true, description: 'For operators', valueHint: 'TEXT' },
} as const satisfies ArgsDef

/** Throws for unknown flags (citty ignores them), repeated ones, and missing or surplus values or words. */
export const checkFlags = (rawArgs: readonly string[], flags: ArgsDef, command: string): void => {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }> = {}
  const words: string[] = []
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.type === 'positional') words.push(name)
    else options[name] = { type: flag.type === 'boolean' ? 'boolean' : 'string', multiple: true }
  }
  const { tokens, positionals } = parseArgs({
    args: [...rawArgs],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (!option) throw usage(command, `Unknown flag ${token.rawName}${suggestion(token.name, options)}`)
    if (seen.has(token.name)) throw usage(command, `${token.rawName} is given more than once.`)
    seen.add(token.name)
    const missing = token.value === undefined || (!token.inlineValue && /^--?[a-z]/.test(token.value))
    if (option.type === 'string' && missing) throw usage(command, `${token.rawName} needs a value.`)
    if (option.type === 'boolean' && token.value !== undefined && token.inlineValue) {
      throw usage(command, `${token.rawName} takes no value.`)
    }
  }
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.type !== 'positional' && flag.required && !seen.has(name))
      throw usage(command, `--${name} is missing.`)
  }
  const needed = words.filter((name) => flags[name]?.required !== false).length
  if (positionals.length < needed) {
    throw usage(command, `${words[positionals.length]!.toUpperCase()} is missing.`)
  }
  if (positionals.length > words.length) {
    throw usage(command, `Unexpected argument “${positionals[words.length]}”.`)
  }
}

export const usage = (command: string, what: string) =>
  failure('usage', `${what} See lettershop ${command ? `${command} ` : ''}--help.`)

const suggestion = (name: string, options: Record<string, unknown>): string => {
  const near = nearest(name, Object.keys(options)) ?? withItsWords(name, Object.keys(options))
  return near === undefined ? '.' : `; did you mean --${near}?`
}

/** Returns a flag each of whose words starts a typed word: `printer-allow` for `--allow-private-printers`. */
const withItsWords = (name: string, flags: readonly string[]): string | undefined => {
  const words = name.split('-')
  return flags.find((flag) => {
    const own = flag.split('-')
    return own.length > 1 && own.every((word) => words.some((one) => one.startsWith(word)))
  })
}

/** Parses a whole number within the range. Throws an error that names the flag. */
export const wholeNumber = (flag: string, text: string, range: { min: number; max: number }): number => {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= range.min && value <= range.max)) {
    throw failure('usage', `--${flag} takes a whole number from ${range.min} to ${range.max}, not “${text}”.`)
  }
  return value
}
