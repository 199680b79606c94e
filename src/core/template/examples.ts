import type { TemplateDocument, TemplateElement, TemplateVariable } from './document.ts'
import { decimalsOf } from './printed-values.ts'
import { isBlank, parseTags, taggedText } from './tags.ts'

/** What stands in an example for a field without a sample: a value of its kind, or its name. */
const standIns: Record<TemplateVariable['type'], (name: string, variable: TemplateVariable) => string> = {
  text: (name, { maxLength }) => (maxLength > name.length + 2 ? `[${name}]` : name.slice(0, maxLength)),
  integer: () => '1',
  decimal: (_, variable) => numberWith(decimalsOf(variable)),
  money: (_, variable) => numberWith(decimalsOf(variable)),
  date: () => '2026-03-01',
  url: () => 'https://example.com',
}
const numberWith = (decimals: number): string => (decimals === 0 ? '12' : '12.50'.slice(0, 3 + decimals))

/** The fields without which an element cannot be set; not those whose absence hides it. */
const neededFields = ({ pages }: TemplateDocument): ReadonlySet<string> =>
  new Set(pages.flatMap(({ elements }) => elements.flatMap(neededBy)))

const neededBy = (element: TemplateElement): string[] => {
  const { showIf } = element
  const hides = showIf?.op === 'notEmpty' || showIf?.op === 'eq' ? showIf.var : undefined
  return parseTags(taggedText(element) ?? '').parts.flatMap((part) =>
    typeof part === 'string' || part.fallback !== undefined || part.variable === hides ? [] : [part.variable],
  )
}

/**
 * The samples of a document, by merge field. A needed field without a sample has a value of its kind instead, so that a
 * design can be drawn before it has samples.
 */
export const samplesOf = (document: TemplateDocument): Record<string, string> => {
  const needed = neededFields(document)
  return Object.fromEntries(
    Object.entries(document.variables).flatMap(([name, variable]) => {
      if (!isBlank(variable.sample)) return [[name, variable.sample]]
      return needed.has(name) ? [[name, standIns[variable.type](name, variable)]] : []
    }),
  )
}
