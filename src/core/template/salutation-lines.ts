import { isFormAlone } from '../address/salutation/values.ts'
import type { ShowIf, TemplateDocument } from './document.ts'
import { fillTags, isShown, parseTags, printsSalutation, type TextPart, type Values } from './tags.ts'

/** The beginning of a line of text up to its first comma, if a field is printed in it. */
export interface SalutationLine {
  parts: readonly TextPart[]
  /** Its fields, in their order. */
  variables: readonly string[]
  showIf: ShowIf | undefined
}

/** The places of a document that may print a salutation from fields. A composed salutation is none of them. */
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

/** The parts before the first comma, colon or exclamation mark; undefined where there is none. */
const beginningOf = (parts: readonly TextPart[]): TextPart[] | undefined => {
  const before: TextPart[] = []
  for (const part of parts) {
    const end = typeof part === 'string' ? part.search(/[,:!]/) : -1
    if (typeof part !== 'string' || end < 0) before.push(part)
    else return [...before, part.slice(0, end)]
  }
  return undefined
}

/** What the beginnings of a document's lines are judged by. */
export interface Letter {
  locale: string
  lines: readonly SalutationLine[]
}

/** A form of address that a letter would begin with alone, and the field that it is in. */
export interface FormAlone {
  variable: string
  text: string
}

/** The lines in which these values print a form of address alone. */
export const formsAlone = ({ locale, lines }: Letter, values: Values): FormAlone[] =>
  lines.flatMap(({ parts, variables, showIf }) => {
    const variable = variables.find((name) => fillTags([{ variable: name }], values).text !== '')
    if (variable === undefined || !isShown(showIf, values)) return []
    const { text } = fillTags(parts, values)
    return isFormAlone(text, locale) ? [{ variable, text }] : []
  })
