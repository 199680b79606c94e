import type { Baseline, OperationShape, Shape } from './shape.ts'

/** A change that may break existing programs; docs/api-rules.md announces it by its `key`. */
export interface Breaking {
  key: string
  what: string
}

/** Whether callers send a shape, the server answers with it, or both; this decides which changes break. */
interface Way {
  sent: boolean
  answered: boolean
}

/** Lists every breaking change between two baselines. Additions do not break (docs/api-rules.md). */
export const breakingChanges = (before: Baseline, after: Baseline): Breaking[] => {
  const ways = waysOf([before, after])
  const found: Breaking[] = []
  const report = (key: string, what: string) => found.push({ key, what })
  for (const [id, operation] of Object.entries(before.operations)) {
    const now = after.operations[id]
    if (now) compareOperations(id, operation, now, report, after.schemas)
    else report(id, 'The operation was removed.')
  }
  compareFields('parameter', ' ', before.parameters, after.parameters, sent, report)
  for (const [type, shape] of Object.entries(before.events)) {
    const now = after.events[type]
    if (now === undefined) report(type, 'The event type was removed.')
    else compare(type, shape, now, { sent: false, answered: true }, report)
  }
  for (const [name, shape] of Object.entries(before.schemas)) {
    const now = after.schemas[name]
    if (now === undefined) report(name, 'The schema was removed or renamed.')
    else compare(name, shape, now, ways.get(name) ?? { sent: true, answered: true }, report)
  }
  return found
}

type Report = (key: string, what: string) => void

const sent: Way = { sent: true, answered: false }
const answered: Way = { sent: false, answered: true }

const compareOperations = (
  id: string,
  before: OperationShape,
  after: OperationShape,
  report: Report,
  schemas: Baseline['schemas'],
): void => {
  if (before.call !== after.call) report(id, `It was ${before.call} and is ${after.call}.`)
  const enough = after.scope.split(' or ')
  if (!before.scope.split(' or ').every((scope) => enough.includes(scope))) {
    report(id, `It needed ${before.scope} and needs ${after.scope}.`)
  }
  for (const name of before.shared) {
    if (!after.shared.includes(name)) report(`${id} ${name}`, 'The parameter was removed.')
  }
  compareFields(id, ' ', before.parameters, after.parameters, sent, report)
  if (before.body === undefined && after.body !== undefined) {
    // The operation previously accepted a missing body or an empty object.
    if (!mayBeEmpty(after, schemas)) report(`${id} body`, 'It now needs a body.')
  } else if (before.body !== undefined) {
    if (after.body === undefined) report(`${id} body`, 'It no longer accepts a body.')
    else compare(`${id} body`, before.body, after.body, sent, report)
    if (before.bodyIsOptional && after.body !== undefined && !after.bodyIsOptional) {
      report(`${id} body`, 'It is now required.')
    }
  }
  for (const [status, shape] of Object.entries(before.answers)) {
    const now = after.answers[status]
    if (now === undefined) report(`${id} ${status}`, `It no longer answers ${status}.`)
    else compare(`${id} ${status}`, shape, now, answered, report)
  }
}

/** Whether the operation accepts both a missing body and an empty object. */
const mayBeEmpty = ({ body, bodyIsOptional }: OperationShape, schemas: Baseline['schemas']): boolean => {
  const shape = typeof body === 'string' ? schemas[body] : body
  return (
    bodyIsOptional === true &&
    typeof shape === 'object' &&
    !Array.isArray(shape) &&
    Object.keys(shape).every((name) => name.endsWith('?'))
  )
}

const compare = (key: string, before: Shape, after: Shape, way: Way, report: Report): void => {
  const earlier = optionsOf(before)
  const now = optionsOf(after)
  for (const option of earlier) {
    const match = now.find((other) => sameKind(option, other))
    if (match === undefined) report(key, `${nameOf(option)} is no longer among its values.`)
    else compareOptions(key, option, match, way, report)
  }
  if (!way.answered) return
  for (const option of now) {
    if (earlier.some((other) => sameKind(option, other))) continue
    // New values of an enumeration and new members of a union are additions; a value of another type is not.
    const isAddition = earlier.every(isWord)
      ? isWord(option)
      : earlier.every(isReference) && isReference(option) && earlier.length > 1
    if (!isAddition) report(key, `It may now be ${nameOf(option)} in answers.`)
  }
}

const optionsOf = (shape: Shape): Shape[] => (Array.isArray(shape) ? shape : [shape])
const isWord = (shape: Shape): boolean => typeof shape === 'string' && shape.startsWith('"')
const isReference = (shape: Shape): boolean => typeof shape === 'string' && /^[A-Z]/.test(shape)
const nameOf = (shape: Shape): string => (typeof shape === 'string' ? baseOf(shape) : JSON.stringify(shape))

const baseOf = (text: string): string => (text.startsWith('"') ? text : text.replace(/\(.*$/s, ''))
const kindOf = (shape: Shape): string => {
  if (typeof shape === 'string') return baseOf(shape)
  const first = Object.keys(shape)[0] ?? ''
  return first.startsWith('[]') ? 'array' : first.startsWith('*') ? 'record' : 'object'
}
const sameKind = (a: Shape, b: Shape): boolean => kindOf(a) === kindOf(b)

const compareOptions = (key: string, before: Shape, after: Shape, way: Way, report: Report): void => {
  const kind = kindOf(before)
  if (typeof before === 'string' || typeof after === 'string') {
    compareRules(key, String(before), String(after), way, report)
  } else if (kind === 'object') {
    compareFields(key, '.', before as Fields, after as Fields, way, report)
  } else {
    const [[rules, inner]] = Object.entries(before) as [[string, Shape]]
    const [[rulesNow, innerNow]] = Object.entries(after) as [[string, Shape]]
    compareRules(key, rules, rulesNow, way, report)
    compare(`${key}${kind === 'array' ? '[]' : '.*'}`, inner, innerNow, way, report)
  }
}

type Fields = Record<string, Shape>

const compareFields = (
  key: string,
  separator: string,
  before: Fields,
  after: Fields,
  way: Way,
  report: Report,
): void => {
  const bare = (name: string) => name.replace(/\?$/, '')
  const now = new Map(
    Object.entries(after).map(([name, shape]) => [bare(name), { required: bare(name) === name, shape }]),
  )
  const known = new Set<string>()
  for (const [name, shape] of Object.entries(before)) {
    const required = bare(name) === name
    const place = `${key}${separator}${bare(name)}`
    const field = now.get(bare(name))
    known.add(bare(name))
    if (!field) {
      report(place, 'It was removed.')
      continue
    }
    if (way.sent && !required && field.required) report(place, 'It is now required.')
    if (way.answered && required && !field.required) report(place, 'It may now be missing.')
    compare(place, shape, field.shape, way, report)
  }
  if (!way.sent) return
  for (const [name, { required }] of now) {
    if (!known.has(name) && required) report(`${key}${separator}${name}`, 'It is new and required.')
  }
}

/** Reports rules that became narrower for requests. Answers may have any value of the same type. */
const compareRules = (key: string, before: string, after: string, way: Way, report: Report): void => {
  if (!way.sent) return
  const earlier = rulesOf(before)
  for (const [rule, is] of rulesOf(after)) {
    const was = earlier.get(rule)
    if (was === is || (was !== undefined && isWider(rule, was, is))) continue
    report(key, `${rule} was ${was ?? 'not limited'} and is now ${is}.`)
  }
}

const isWider = (rule: string, was: string, is: string): boolean =>
  rule.startsWith('min') ? Number(is) < Number(was) : rule.startsWith('max') && Number(is) > Number(was)

const rulesOf = (text: string): Map<string, string> => {
  const [, inner] = /^[^"(]*\((.*)\)$/s.exec(text) ?? []
  // A pattern may contain commas, so rules are split only before a rule name.
  const rules = inner?.split(/, (?=(?:pattern|m(?:in|ax)\w+) )/) ?? []
  return new Map(rules.map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]))
}

/** Returns whether each named schema is sent, answered, or both, in either baseline. */
const waysOf = (baselines: Baseline[]): Map<string, Way> => {
  const ways = new Map<string, Way>()
  for (const baseline of baselines) {
    for (const way of ['sent', 'answered'] as const) {
      for (const name of reachedFrom(rootsOf(baseline, way), baseline.schemas)) {
        ways.set(name, { ...(ways.get(name) ?? { sent: false, answered: false }), [way]: true })
      }
    }
  }
  return ways
}

const rootsOf = ({ operations, events }: Baseline, way: 'sent' | 'answered'): Shape[] =>
  way === 'answered'
    ? [events, ...Object.values(operations).map(({ answers }) => answers)]
    : Object.values(operations).flatMap(({ parameters, body }) => [
        parameters,
        ...(body === undefined ? [] : [body]),
      ])

const reachedFrom = (roots: Shape[], schemas: Record<string, Shape>): Set<string> => {
  const names = new Set<string>()
  const follow = (shape: Shape): void => {
    if (typeof shape !== 'string') {
      for (const inner of Object.values(shape)) follow(inner as Shape)
    } else if (shape in schemas && !names.has(shape)) {
      names.add(shape)
      follow(schemas[shape]!)
    }
  }
  for (const root of roots) follow(root)
  return names
}

/** Lists the keys that docs/api-rules.md announces, as code in the list below its heading. */
export const announcedIn = (text: string): Set<string> => {
  const [, section = ''] = text.split(/^## Announced breaking changes$/m)
  const until = section.split(/^## /m)[0]!
  return new Set(
    [...until.matchAll(/^- .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([^`]+)`/g)].map(([, key]) => key!),
    ),
  )
}

export const unannounced = (changes: readonly Breaking[], announcements: string): Breaking[] => {
  const announced = announcedIn(announcements)
  return changes.filter(({ key }) => !announced.has(key))
}
