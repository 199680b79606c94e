import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileMessage, type Message, MessageFault, type MessageOptions, type Value } from './message.ts'

/** The language that every area has and that all others are compared with. */
export const source = 'en'
/** Key suffix of a message variant for organisations that print their own mail. */
export const ownMail = '@ownMail'

/** Whether an area has the API's messages, by code and case. */
export const isOfApi = (area: string): boolean => area.startsWith('api-')
/** The area of the names in the API's messages. */
const apiNames = 'api-names'

/** Messages of an area in one language, by key; groups may be nested. */
export interface Group {
  readonly [key: string]: Message | Group
}
/** Checks the type of `template`, because a group may contain a message with that key. */
export const isMessage = (entry: Message | Group): entry is Message => typeof entry.template === 'string'

/** An area: its messages by language. */
export type Area = ReadonlyMap<string, Group>

export interface Catalogues {
  areas: ReadonlyMap<string, Area>
  files: readonly string[]
  /** Errors that fail the build, each with file and, if known, key. */
  faults: readonly string[]
}

/** Reports a fault of the message at `path`, or of the whole file without one. */
type Report = (fault: string, path?: string) => void

interface Compiling extends MessageOptions {
  language: string
  report: Report
}

const compileGroup = (entries: object, options: Compiling, path = ''): Group =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]: [string, unknown]): [string, Message | Group][] => {
      const name = path + key
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
      try {
        if (!/^[a-z\d]\w*(@ownMail)?$/i.test(key))
          throw new MessageFault('A key has letters, digits and underscores, but no underscore first.')
        if (isGroup) return [[key, compileGroup(value, options, `${name}.`)]]
        if (typeof value !== 'string') throw new MessageFault('A message is a text or a group of messages.')
        return [[key, compileMessage(value, options.language, options)]]
      } catch (error) {
        if (!(error instanceof MessageFault)) throw error
        options.report(error.message, name)
        return []
      }
    }),
  )

/** Lists all messages by path, such as `sources.API` for `API` in the group `sources`. */
export const messagesIn = (group: Group, path = ''): (readonly [path: string, message: Message])[] =>
  Object.entries(group).flatMap(([key, entry]) =>
    isMessage(entry) ? [[path + key, entry] as const] : messagesIn(entry, `${path}${key}.`),
  )

/** Compares a translation's values with those of the English message, which callers pass. */
const compareValues = (given: Message['values'], english: Message['values']): string[] => {
  const faults = [...given].flatMap(([name, { type }]: [string, Value]) => {
    const meant = english.get(name)
    if (!meant) return [`{${name}} is not a value of this message; it has ${listed(english.keys())}.`]
    return type === meant.type ? [] : [`{${name}} is used as ${type}, and in English as ${meant.type}.`]
  })
  const missing = [...english].filter(([name, { isPrinted }]) => isPrinted && !given.get(name)?.isPrinted)
  return [...faults, ...missing.map(([name]) => `{${name}} is missing.`)]
}
const listed = (names: Iterable<string>): string => [...names].map((name) => `{${name}}`).join(', ') || 'none'

/** Compares variants with the usual message: callers pass the same values to both. */
const compareVariants = (english: Group, report: Report): void => {
  const all = new Map(messagesIn(english))
  for (const [path, { values }] of all) {
    if (!path.endsWith(ownMail)) continue
    const usual = all.get(path.slice(0, -ownMail.length))
    if (!usual) report(`There is no ${path.slice(0, -ownMail.length)} that it could replace.`, path)
    for (const [name, { type }] of usual ? values : []) {
      if (usual!.values.get(name)?.type === type) continue
      report(`{${name}} is not a value of the usual message; it has ${listed(usual!.values.keys())}.`, path)
    }
  }
}

const compareLanguages = (english: Group, other: Group, report: Report): void => {
  const expected = new Map(messagesIn(english))
  const given = new Map(messagesIn(other))
  for (const [path, { values }] of expected) {
    const translated = given.get(path)
    if (!translated) report('The message is missing.', path)
    else for (const fault of compareValues(translated.values, values)) report(fault, path)
  }
  for (const path of given.keys()) {
    if (!expected.has(path)) report('English has no such message.', path)
  }
}

const readGroup = (file: string, options: Compiling): Group => {
  let entries: unknown
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    options.report(isMissing ? 'The file is missing.' : `The file is not JSON: ${(error as Error).message}`)
  }
  if (typeof entries === 'object' && entries !== null && !Array.isArray(entries))
    return compileGroup(entries, options)
  if (entries !== undefined) options.report('The file is not an object of messages.')
  return {}
}

/** Reports groups of names, and kinds of states, that don't exist. */
const compareNames = (group: Group, areas: ReadonlyMap<string, Area>, report: Report): void => {
  const known = [areas.get(apiNames)?.get(source)?.names ?? {}, areas.get('states')?.get(source) ?? {}]
  for (const [path, { names }] of messagesIn(group)) {
    for (const name of names) {
      if (!known.some((groups) => Object.hasOwn(groups, name))) report(`There are no names ${name}.`, path)
    }
  }
}

const areasIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))

/** Reads `LANGUAGE/AREA.json` below a folder, compiles all messages, and compares languages with English. */
export const readCatalogues = (folder: string): Catalogues => {
  const faults: string[] = []
  const fileOf = (language: string, name: string) => join(folder, language, `${name}.json`)
  /** Skips faults at or below `known` paths, so that a message that doesn't compile isn't also missing. */
  const reporter = (language: string, name: string, known: ReadonlySet<string> = new Set()) => {
    const file = relative(join(folder, '..', '..'), fileOf(language, name))
    const reported = new Set<string>()
    const report: Report = (fault, path = '') => {
      const isKnown = [...known].some((whole) => path === whole || path.startsWith(whole && `${whole}.`))
      if (!isKnown) faults.push([file, ...(path ? [path] : []), fault].join(': '))
      reported.add(path)
    }
    return { report, reported }
  }
  const languages = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const others = languages.filter((language) => language !== source)
  const names = areasIn(join(folder, source))
  for (const language of others) {
    for (const name of areasIn(join(folder, language))) {
      if (!names.includes(name)) reporter(language, name).report('English has no such area.')
    }
  }
  const areas = names.map((name): [string, Area] => {
    const inEnglish = reporter(source, name)
    const of = { isOfApi: isOfApi(name) }
    const english = readGroup(fileOf(source, name), { ...of, language: source, report: inEnglish.report })
    compareVariants(english, inEnglish.report)
    const translated = others.map((language): [string, Group] => {
      const { report, reported } = reporter(language, name)
      const group = readGroup(fileOf(language, name), { ...of, language, report })
      const known = new Set([...inEnglish.reported, ...reported])
      compareLanguages(english, group, reporter(language, name, known).report)
      return [language, group]
    })
    return [name, new Map([[source, english], ...translated])]
  })
  for (const [name, area] of areas) {
    for (const [language, group] of area) compareNames(group, new Map(areas), reporter(language, name).report)
  }
  const files = names.flatMap((name) => languages.map((language) => fileOf(language, name)))
  return { areas: new Map(areas), files, faults }
}
