import { asError, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import type { Mapping, Transform } from '../../model/integrations.ts'
import { connectorSentences } from './sentences.ts'

type Rule = Mapping[string]

/** Throws 422 for rules without a source, or with two. */
export const assertMapping = (mapping: Mapping): void => {
  const errors = Object.entries(mapping).flatMap(([name, rule]): ParameterError[] => {
    if ((rule.path === undefined) !== (rule.value === undefined)) return []
    const key = rule.path === undefined ? 'required.source' : 'exclusive.source'
    return [asError(connectorSentences.say(key, { name }), `mapping.${name}`)]
  })
  if (errors.length > 0) throw validationFailed(errors)
}

/** The fields of an item that the mapping takes from a payload. */
export const fieldsOf = (mapping: Mapping, payload: unknown): Record<string, unknown> => {
  const groups = { recipient: new Map<string, string>(), data: new Map(), metadata: new Map() }
  const item: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(mapping)) {
    const value = fieldOf(rule, payload)
    if (value === undefined) continue
    const dot = name.indexOf('.')
    if (dot < 0) item[name] = value
    else groups[name.slice(0, dot) as keyof typeof groups].set(name.slice(dot + 1), value)
  }
  for (const [name, fields] of Object.entries(groups)) {
    if (name !== 'metadata' || fields.size > 0) item[name] = Object.fromEntries(fields)
  }
  return item
}

const fieldOf = (rule: Rule, payload: unknown): string | undefined => {
  if (rule.value !== undefined) return rule.value
  const found = [rule.path ?? []].flat().flatMap((one) => textAt(payload, one) ?? [])
  const text = found.length > 0 ? found.join(' ') : rule.default
  return text === undefined || rule.transform === undefined ? text : change[rule.transform](text)
}

const change: Readonly<Record<Transform, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  firstWord: (text) => text.split(/\s+/, 1)[0]!,
  lastWord: (text) => text.slice(text.search(/\S+$/)),
  // The day of a date-time in the sender's own offset. Other text stays, and is refused by validation.
  date: (text) => (isCalendarDay(text.slice(0, 10)) ? text.slice(0, 10) : text),
}

/** The text, number or boolean at a path, as text; undefined where it is absent or empty. */
export const textAt = (payload: unknown, path: string): string | undefined => {
  const value = valueAt(payload, path)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** What is at a path; undefined where it is absent. */
export const valueAt = (payload: unknown, path: string): unknown => {
  let value = payload
  for (const name of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const stepsOf = (path: string): string[] =>
  path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.')
