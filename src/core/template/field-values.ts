import { hasUserInformation } from '../kernel/network.ts'
import { memoisedByObject } from '../kernel/text.ts'
import { isCalendarDay } from '../kernel/time.ts'
import type { TemplateDocument, TemplateElement, TemplateVariable } from './document.ts'
import { limits } from './limits.ts'
import { isBlank, parseTags, taggedText, type Values } from './tags.ts'

/** Returns the maximum number of digits after the point of an amount or decimal number. */
export const decimalsOf = ({ type, currency, decimals }: TemplateVariable): number =>
  decimals ?? (type === 'money' ? currencyDecimals(currency) : limits.variableDecimals)

export const defaultCurrency = 'EUR'

const currencyDecimals = (currency = defaultCurrency): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns the pattern of numbers in items, `-1234.50`, with at most `decimals` digits after the point. */
export const numberPattern = (decimals: number): string =>
  `^-?[0-9]{1,${limits.variableDigits}}${decimals === 0 ? '' : `(\\.[0-9]{1,${decimals}})?`}$`

/** Formats values in the template's language. Conditions and codes use the original values. */
export const printedValues = (document: TemplateDocument, values: Values): Values => {
  const printers = printersOf(document)
  if (printers.size === 0) return values
  const printed: Record<string, string> = { ...values }
  for (const [name, print] of printers) {
    if (Object.hasOwn(values, name)) printed[name] = print(values[name]!)
  }
  return printed
}

export const printedValue = (variable: TemplateVariable, locale: string, value: string): string =>
  printerOf(variable, locale)?.(value) ?? value

const printersOf = memoisedByObject(
  ({ variables, locale }: TemplateDocument) =>
    new Map(
      Object.entries(variables).flatMap(([name, variable]) => {
        const print = printerOf(variable, locale)
        return print ? [[name, print] as const] : []
      }),
    ),
)

const printerOf = (variable: TemplateVariable, locale: string): ((value: string) => string) | undefined => {
  const { type, format } = variable
  if (type === 'money' || type === 'decimal') return numberPrinter(variable, locale)
  if (type !== 'date' || format === undefined) return undefined
  const form = new Intl.DateTimeFormat(locale, { dateStyle: format, calendar: 'gregory', timeZone: 'UTC' })
  return (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? plain(form.format(Date.parse(value))) : value)
}

const numberPrinter = (variable: TemplateVariable, locale: string): ((value: string) => string) => {
  const { type, currency = defaultCurrency, decimals } = variable
  const pattern = new RegExp(numberPattern(decimalsOf(variable)))
  const formOf = (digits: number) =>
    new Intl.NumberFormat(locale, {
      ...(type === 'money' ? { style: 'currency', currency } : {}),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const forms = new Map<number, Intl.NumberFormat>()
  return (value) => {
    if (!pattern.test(value)) return value
    const given = value.includes('.') ? value.length - value.indexOf('.') - 1 : 0
    const digits = decimals ?? (type === 'money' ? decimalsOf(variable) : given)
    const form = forms.get(digits) ?? formOf(digits)
    forms.set(digits, form)
    return plain(form.format(value as `${number}`))
  }
}

/** Replaces the narrow no-break space, which fonts lack. */
const plain = (text: string): string => text.replaceAll('\u202F', '\u00A0')

const isNumber = (value: string, variable: TemplateVariable): boolean =>
  new RegExp(numberPattern(decimalsOf(variable))).test(value)

const checks: Record<TemplateVariable['type'], (value: string, variable: TemplateVariable) => boolean> = {
  text: () => true,
  integer: (value) => /^-?\d{1,15}$/.test(value),
  decimal: isNumber,
  money: isNumber,
  date: isCalendarDay,
  url: (value) => /^https?:\/\/[^\s/]+\S*$/i.test(value) && URL.canParse(value) && !hasUserInformation(value),
}

/** Accepts `1234.50`, `2026-03-01`. */
export const isValueOf = (variable: TemplateVariable, value: string): boolean =>
  checks[variable.type](value, variable)

/** Values of fields without a sample: one of the type, or the field's name. */
const exampleValues: Record<TemplateVariable['type'], (name: string, variable: TemplateVariable) => string> =
  {
    text: (name, { maxLength }) => (maxLength > name.length + 2 ? `[${name}]` : name.slice(0, maxLength)),
    integer: () => '1',
    decimal: (_, variable) => numberWith(decimalsOf(variable)),
    money: (_, variable) => numberWith(decimalsOf(variable)),
    date: () => '2026-03-01',
    url: () => 'https://example.com',
  }
const numberWith = (decimals: number): string => (decimals === 0 ? '12' : '12.50'.slice(0, 3 + decimals))

/** Returns the fields that elements can't be set without, except those whose absence hides the element. */
const neededFields = ({ pages }: TemplateDocument): ReadonlySet<string> =>
  new Set(pages.flatMap(({ elements }) => elements.flatMap(neededBy)))

const neededBy = (element: TemplateElement): string[] => {
  const { showIf } = element
  const hides = showIf?.op === 'notEmpty' || showIf?.op === 'eq' ? showIf.var : undefined
  return parseTags(taggedText(element) ?? '').parts.flatMap((part) =>
    typeof part === 'string' || part.fallback !== undefined || part.variable === hides ? [] : [part.variable],
  )
}

/** Returns the samples, with an example for each needed field without one, so that a design can be drawn. */
export const samplesOf = (document: TemplateDocument): Record<string, string> => {
  const needed = neededFields(document)
  return Object.fromEntries(
    Object.entries(document.variables).flatMap(([name, variable]) => {
      if (!isBlank(variable.sample)) return [[name, variable.sample]]
      return needed.has(name) ? [[name, exampleValues[variable.type](name, variable)]] : []
    }),
  )
}
