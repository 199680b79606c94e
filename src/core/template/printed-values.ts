import type { TemplateDocument, TemplateVariable } from './document.ts'
import { limits } from './limits.ts'
import type { Values } from './tags.ts'

/** How many digits an amount of money or a decimal number may have after the point. */
export const decimalsOf = ({ type, currency, decimals }: TemplateVariable): number =>
  decimals ?? (type === 'money' ? currencyDecimals(currency) : limits.variableDecimals)

export const defaultCurrency = 'EUR'

const currencyDecimals = (currency = defaultCurrency): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** A number as items bring it, `-1234.50`, with at most so many digits after the point. */
export const numberPattern = (decimals: number): string =>
  `^-?[0-9]{1,${limits.variableDigits}}${decimals === 0 ? '' : `(\\.[0-9]{1,${decimals}})?`}$`

const known = new WeakMap<TemplateDocument, ReadonlyMap<string, (value: string) => string>>()

/**
 * The values as text prints them: amounts, decimal numbers and days with a format in the language of the template.
 * Conditions and codes take the values themselves.
 */
export const printedValues = (document: TemplateDocument, values: Values): Values => {
  let printers = known.get(document)
  if (!printers) {
    printers = printersOf(document)
    known.set(document, printers)
  }
  if (printers.size === 0) return values
  const printed: Record<string, string> = { ...values }
  for (const [name, print] of printers) {
    if (Object.hasOwn(values, name)) printed[name] = print(values[name]!)
  }
  return printed
}

/** A value as text prints it in a letter of this language. */
export const printedValue = (variable: TemplateVariable, locale: string, value: string): string =>
  printerOf(variable, locale)?.(value) ?? value

const printersOf = ({ variables, locale }: TemplateDocument) =>
  new Map(
    Object.entries(variables).flatMap(([name, variable]) => {
      const print = printerOf(variable, locale)
      return print ? [[name, print] as const] : []
    }),
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

/** Fonts have no narrow space that does not break, but the wide one. */
const plain = (text: string): string => text.replaceAll('\u202F', '\u00A0')
