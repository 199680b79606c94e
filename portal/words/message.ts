import { parse } from '@messageformat/parser'
import type { ApiFormats, Formats } from '../src/messages/value-types.ts'

type Token = ReturnType<typeof parse>[number] | { type: 'octothorpe' }
type Choice = Extract<Token, { cases: unknown }>

/** A value of a message. */
export interface Value {
  /** Its type in TypeScript. */
  type: string
  /** False if it only selects a case. */
  isPrinted: boolean
}

export interface Message {
  source: string
  values: ReadonlyMap<string, Value>
  /** Content of a template literal that reads the values from `v` and formats them with `f`. */
  template: string
  /** Groups of names, and kinds of states, that it refers to. */
  names: ReadonlySet<string>
}

export interface MessageOptions {
  /** Whether it is a message of the API, whose values have further types (`apiTypes`). */
  isOfApi?: boolean
}

/** A fault of one message, without its file and key. */
export class MessageFault extends Error {}

/** ICU types with their style, the function that formats them, and their type in TypeScript. */
const valueTypes: Readonly<Record<string, { format: keyof Formats; type: string }>> = {
  number: { format: 'number', type: 'number' },
  'number ::group-off': { format: 'ungrouped', type: 'number' },
  'number percent': { format: 'percent', type: 'number' },
  'number bytes': { format: 'bytes', type: 'number' },
  'number money': { format: 'money', type: 'Money' },
  date: { format: 'day', type: 'string' },
  'date calendar': { format: 'calendarDay', type: 'string' },
  'date month': { format: 'month', type: 'string' },
  'date moment': { format: 'moment', type: 'string' },
  'date weekday': { format: 'weekday', type: 'string' },
  'date weekday-long': { format: 'weekdayLong', type: 'string' },
  'date weekday-moment': { format: 'weekdayMoment', type: 'string' },
  time: { format: 'time', type: 'string' },
  'time near': { format: 'near', type: 'string' },
  'time seconds': { format: 'seconds', type: 'string' },
  country: { format: 'country', type: 'string' },
  list: { format: 'allOf', type: 'readonly string[]' },
  'list or': { format: 'anyOf', type: 'readonly string[]' },
}

/** Types of values in messages of the API, with a group of names or a kind of states as their style. */
const apiTypes: Readonly<Record<keyof ApiFormats, { style: RegExp }>> = {
  name: { style: /^(?<group>\w+)$/ },
  names: { style: /^(?<group>\w+)$/ },
  state: { style: /^(?<group>[A-Z]\w+)? ?(?<lower>lower)?$/ },
  prices: { style: /^$/ },
  piece: { style: /^$/ },
}
const isApiType = (type: string): type is keyof ApiFormats => Object.hasOwn(apiTypes, type)

/** Returns the arguments of an API type's function after the value, and the group that they name. */
const apiArguments = (type: string, style: string): { group?: string; code: string } | undefined => {
  const found = isApiType(type) ? apiTypes[type].style.exec(style) : null
  if (!found) return undefined
  const { group, lower } = found.groups ?? {}
  const named = group === undefined ? '' : `,${JSON.stringify(group)}`
  return { ...(group !== undefined && { group }), code: lower ? `${named || ',undefined'},true` : named }
}

/** Returns all plural categories, and those used up to 1000 with their numbers (French "many": millions). */
const categoriesOf = (language: string, type: 'cardinal' | 'ordinal') => {
  const rules = new Intl.PluralRules(language, { type })
  const needed = new Map<string, number[]>()
  for (let n = 0; n <= 1000; n++) needed.set(rules.select(n), [...(needed.get(rules.select(n)) ?? []), n])
  return { known: rules.resolvedOptions().pluralCategories, needed }
}
const categories = new Map<string, ReturnType<typeof categoriesOf>>()
const categoriesIn = (language: string, type: 'cardinal' | 'ordinal') => {
  const key = `${language} ${type}`
  const known = categories.get(key) ?? categoriesOf(language, type)
  categories.set(key, known)
  return known
}

const parsed = (source: string, language: string): Token[] => {
  try {
    return parse(source, {
      cardinal: [...categoriesIn(language, 'cardinal').known],
      ordinal: [...categoriesIn(language, 'ordinal').known],
    })
  } catch (error) {
    throw new MessageFault((error as Error).message.split('\n')[0]!.replace(/:$/, '.'))
  }
}

const printsNumber = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) =>
      token.type === 'octothorpe' ||
      ('cases' in token && token.cases.every((inner) => printsNumber(inner.tokens))),
  )

/** Throws if a case is missing or repeated, a plural lacks a category of the language, or has an offset. */
const checkCases = ({ type, arg, cases, pluralOffset }: Choice, language: string): void => {
  const keys = cases.map(({ key }) => key)
  const twice = keys.find((key, at) => keys.indexOf(key) < at)
  if (twice !== undefined) throw new MessageFault(`{${arg}} has the case ${twice} twice.`)
  if (pluralOffset) throw new MessageFault(`{${arg}} has an offset, which is not supported.`)
  if (!keys.includes('other')) throw new MessageFault(`{${arg}} has no case other.`)
  if (type === 'select') return
  const { needed } = categoriesIn(language, type === 'plural' ? 'cardinal' : 'ordinal')
  for (const [category, numbers] of needed) {
    const given = cases.find(({ key }) => key === category)
    if (category === 'one' && numbers.length > 1 && given && !printsNumber(given.tokens)) {
      const others = `also for numbers such as ${numbers.find((n) => n !== 1)}`
      throw new MessageFault(`{${arg}} has a case one without #, which in ${language} is ${others}.`)
    }
    // In French, `one` is for 0 too, which the case `other` prints if there is a text for 1 only.
    const isGiven = (n: number) => keys.includes(`=${n}`) || (n === 0 && category === 'one')
    if (given || numbers.every(isGiven)) continue
    throw new MessageFault(`{${arg}} has no case ${category}, which ${language} needs.`)
  }
}

/** Escapes text for a template literal. Throws for an unquoted brace that the parser accepts as text. */
const literal = ({ value, ctx }: Extract<Token, { type: 'content' }>): string => {
  if (/[{}]/.test(ctx.text.replace(/'[{}](?:[^']|'')*'/g, ''))) {
    throw new MessageFault(`“${ctx.text.trim()}” has a brace that is neither paired nor quoted.`)
  }
  return value.replace(/[`\\]|\$(?=\{)/g, '\\$&')
}

/** Compiles one message of a language. Throws a `MessageFault` that explains what is wrong with it. */
export const compileMessage = (
  source: string,
  language: string,
  { isOfApi = false }: MessageOptions = {},
): Message => {
  const values = new Map<string, Value>()
  const names = new Set<string>()
  const use = (name: string, type: string, isPrinted: boolean): string => {
    if (!/^[a-z]\w*$/i.test(name)) throw new MessageFault(`{${name}} is not a name for a value.`)
    const known = values.get(name)
    if (known && known.type !== type) {
      throw new MessageFault(`{${name}} is used as ${known.type} and as ${type}.`)
    }
    values.set(name, { type, isPrinted: isPrinted || (known?.isPrinted ?? false) })
    return `v.${name}`
  }

  const formatted = (token: Extract<Token, { type: 'function' }>): string => {
    const parts = (token.param ?? []).map((part) => (part.type === 'content' ? part.value : '{…}'))
    const styleName = parts.join('').trim()
    const name = `${token.key} ${styleName}`.trim()
    const known = valueTypes[name]
    if (known) return `f.${known.format}(${use(token.arg, known.type, true)})`
    const own = isOfApi ? apiArguments(token.key, styleName) : undefined
    if (own?.group !== undefined) names.add(own.group)
    if (own) return `f.${token.key}(${use(token.arg, 'string', true)}${own.code})`
    throw new MessageFault(`{${token.arg}} has the unknown type “${name.replace(' ', ', ')}”.`)
  }

  const selected = ({ arg, cases }: Choice, counted: string | undefined): string => {
    const named = cases.filter(({ key }) => key !== 'other')
    const isBoolean = named.every(({ key }) => key === 'true' || key === 'false')
    const value = use(arg, isBoolean ? 'boolean' : 'string', false)
    const branches = named.map(({ key, tokens }) => {
      const condition = isBoolean
        ? `${key === 'true' ? '' : '!'}${value}`
        : `${value}===${JSON.stringify(key)}`
      return `${condition}?${quoted(tokens, counted)}:`
    })
    return branches.join('') + quoted(cases.find(({ key }) => key === 'other')!.tokens, counted)
  }

  const inPlural = ({ type, arg, cases }: Choice): string => {
    const value = use(arg, 'number', false)
    const branches = cases.map(
      ({ key, tokens }) => `${JSON.stringify(key.replace('=', ''))}:${quoted(tokens, arg)}`,
    )
    return `f.${type === 'plural' ? 'plural' : 'ordinal'}(${value},{${branches.join()}})`
  }

  const expression = (token: Exclude<Token, { type: 'content' }>, counted: string | undefined): string => {
    if (token.type === 'octothorpe') return `f.number(${use(counted!, 'number', true)})`
    if (token.type === 'argument') return use(token.arg, 'string', true)
    if (token.type === 'function') return formatted(token)
    checkCases(token, language)
    return token.type === 'select' ? selected(token, counted) : inPlural(token)
  }

  const template = (tokens: readonly Token[], counted?: string): string =>
    tokens
      .map((token) => (token.type === 'content' ? literal(token) : `\${${expression(token, counted)}}`))
      .join('')
  const quoted = (tokens: readonly Token[], counted?: string): string => `\`${template(tokens, counted)}\``

  if (source.trim() === '') throw new MessageFault('The message is empty.')
  return { source, template: template(parsed(source, language)), values, names }
}
