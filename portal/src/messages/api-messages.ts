import type { ApiCatalogue, ApiFormats, ApiTexts, Formats, Money } from './value-types.ts'

/** A message of the API; without `params` if an earlier version stored it. */
export interface ApiMessage {
  code: string
  message: string
  params?: Readonly<Record<string, string | number>> | undefined
}

type Params = NonNullable<ApiMessage['params']>
export type Translate = (message: ApiMessage) => string | undefined

/** What messages of a language are made with. Functions, because the user's country may change. */
export interface Making {
  formats: Formats
  locale: () => string
  /** Labels of states by kind. */
  states: () => { readonly [kind: string]: Readonly<Record<string, string>> }
}

const entryOf = (texts: ApiTexts, ...path: readonly string[]): ApiTexts[string] | undefined =>
  path.reduce<ApiTexts[string] | undefined>(
    (entry, key) => (typeof entry === 'object' && Object.hasOwn(entry, key) ? entry[key] : undefined),
    texts,
  )

/** Formats `params`, which are texts and numbers: other values have been written as texts. */
const formatsOf = ({ formats, locale, states }: Making, texts: () => ApiTexts): Formats & ApiFormats => {
  const name = (value: string, group: string): string => {
    const found = entryOf(texts(), 'names', group, value.replaceAll(/\W+/g, '_'))
    return typeof found === 'string' ? found : value
  }
  const labelOf = (value: string, kind: string | undefined): string => {
    const all = states()
    const kinds = kind === undefined ? Object.values(all) : [all[kind] ?? {}]
    const [label, ...others] = new Set(kinds.flatMap((labels) => labels[value] ?? []))
    // Kinds differ for some states: a completed item “should have arrived”, a completed mailing is “done”.
    if (label !== undefined && others.length === 0) return label
    const named = name(value, 'otherStates')
    return named === value ? value.toLowerCase().replaceAll('_', ' ') : named
  }
  const written = (value: number | string) => (typeof value === 'number' ? formats.number(value) : value)
  const decimals = (cents: string) =>
    new Intl.NumberFormat(locale(), { minimumFractionDigits: 2 }).format(Number(cents) / 100)
  const own: ApiFormats = {
    name,
    names: (values, group) =>
      values
        .split(' ')
        .map((value) => name(value, group))
        .join(', '),
    state: (value, kind, isLower = false) => {
      const label = labelOf(value, kind)
      return isLower ? label.toLowerCase() : label
    },
    prices: (value) => value.replaceAll(/\d+(?!\d*\+\))/g, decimals),
    piece: (value) => {
      const [, row] = /^row (\d+)$/.exec(value) ?? []
      const found = entryOf(texts(), 'names', 'pieces', row === undefined ? 'item' : 'row')
      if (typeof found === 'function') return found({ row })
      return typeof found === 'string' && value.startsWith('itm_') ? found : value
    },
  }
  return {
    ...formats,
    ...own,
    number: written,
    /** `EUR 1,250.00`. Throws if the currency is missing. */
    money: (amount: Money | string) => {
      const [, currency, units = ''] = /^([A-Z]{3}) (-?[\d,]+(?:\.\d+)?)$/.exec(String(amount)) ?? []
      if (!currency) throw new Error(`${String(amount)} has no currency.`)
      return formats.money({ currency, cents: Math.round(Number(units.replaceAll(',', '')) * 100) })
    },
    /** Separated by commas. */
    allOf: (values: readonly string[] | string) => formats.allOf(String(values).split(',')),
  }
}

/** Returns the values of a sentence that is the value `name`: `reason.limit` is its `limit`. */
const valuesBelow = (params: Params, name: string): Params =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value]] : [],
    ),
  )

/** Returns a value that consists of sentences in the language; undefined if it is no sentence. */
const sentenceIn = (params: Params, name: string, translate: Translate): string | undefined => {
  const english = String(params[name])
  const { code, ...values } = valuesBelow(params, name)
  if (code !== undefined)
    return translate({ code: String(code), message: english, params: values }) ?? english
  if (values['1'] === undefined) return undefined
  const each: string[] = []
  for (let n = 1; values[n] !== undefined; n++)
    each.push(sentenceIn(params, `${name}.${n}`, translate) ?? String(values[n]))
  return each.join(' ')
}

/** The name of an optional value whose presence selects a case: `hasMeant` of `meant`. */
const optional = (name: string): string | undefined =>
  /^has[A-Z]/.test(name) ? name.charAt(3).toLowerCase() + name.slice(4) : undefined

/** Fills a message; undefined if one of its values is missing or can't be formatted. */
const filled = (
  message: (values: object) => string,
  params: Params,
  translate: Translate,
): string | undefined => {
  let isComplete = true
  const values = new Proxy(params, {
    get: (_params, name: string) => {
      const whether = optional(name)
      if (whether !== undefined) return params[whether] !== undefined
      if (params[name] === undefined) isComplete = false
      return sentenceIn(params, name, translate) ?? params[name] ?? ''
    },
  })
  try {
    const text = message(values)
    return isComplete ? text : undefined
  } catch {
    return undefined
  }
}

/** Puts the currency before the amount if the API sends both. */
const withCurrency = (params: Params): Params =>
  params.currency === undefined || params.amount === undefined
    ? params
    : { ...params, amount: `${params.currency} ${params.amount}` }

/** Returns a function for messages in one language; undefined for those that it lacks, or whose values are missing. */
export const translator = (catalogue: ApiCatalogue, making: Making): Translate => {
  const texts: ApiTexts = catalogue(formatsOf(making, () => texts))
  const translate: Translate = ({ code, params = {} }) => {
    const { case: kind, ...values } = params
    // A change to the state that it has already is another sentence.
    const isDone = code === 'invalid_state' && kind === 'move' && values.status === values.to
    const path = kind === undefined ? [code] : [code, isDone ? 'already' : String(kind)]
    const entry = entryOf(texts, ...path)
    if (typeof entry === 'function') return filled(entry, withCurrency(values), translate)
    return typeof entry === 'string' ? entry : undefined
  }
  return translate
}
