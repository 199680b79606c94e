import { isFormAlone } from '../address/salutation/values.ts'
import type { ShowIf, TemplateDocument } from './document.ts'
import { fillTags, isShown, parseTags, printsSalutation, type TextPart, type Values } from './tags.ts'

/** The start of a line up to its first comma, colon or exclamation mark, with at least one field. */
export interface SalutationLine {
  parts: readonly TextPart[]
  variables: readonly string[]
  showIf: ShowIf | undefined
}

/** Returns the beginnings of lines that may be salutations, except composed ones. */
export const salutationLines = (document: TemplateDocument): SalutationLine[] => {
  const isComposed = printsSalutation(document)
  return document.pages
    .flatMap(({ elements }) => elements)
    .flatMap((element) =>
      element.type === 'text'
        ? element.text.split('\n').map((line) => ({ line, showIf: element.showIf }))
        : [],
    )
    .flatMap(({ line, showIf }) => {
      const parts = beginningOf(parseTags(line).parts)
      const variables = (parts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
      if (!parts || variables.length === 0 || (isComposed && variables.includes('salutation'))) return []
      return [{ parts, variables, showIf }]
    })
}

/** Returns the parts before the first comma, colon or exclamation mark; undefined if there is none. */
const beginningOf = (parts: readonly TextPart[]): TextPart[] | undefined => {
  const before: TextPart[] = []
  for (const part of parts) {
    const end = typeof part === 'string' ? part.search(/[,:!]/) : -1
    if (typeof part !== 'string' || end < 0) before.push(part)
    else return [...before, part.slice(0, end)]
  }
  return undefined
}

/** The lines to check, with their language. */
export interface Letter {
  locale: string
  lines: readonly SalutationLine[]
}

/** A form of address without a name at the start of a letter, and its field. */
export interface FormAlone {
  variable: string
  text: string
}

export const formsAlone = ({ locale, lines }: Letter, values: Values): FormAlone[] =>
  lines.flatMap(({ parts, variables, showIf }) => {
    const variable = variables.find((name) => fillTags([{ variable: name }], values).text !== '')
    if (variable === undefined || !isShown(showIf, values)) return []
    const { text } = fillTags(parts, values)
    return isFormAlone(text, locale) ? [{ variable, text }] : []
  })
