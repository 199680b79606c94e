import type { ShowIf, TemplateDocument, TemplateElement } from './document.ts'

export interface PieceValues {
  /** Merge fields, as text. */
  data: Readonly<Record<string, string>>
  trackingUrl: string
  /** Where the recipient refuses further mail, as text or in a QR code. */
  optOutUrl: string
  /** The person, or else the company. */
  recipientName?: string
}

/** A part of a text split at its tags. Strings are literal. */
export type TextPart = string | Tag
export interface Tag {
  variable: string
  /** Printed if the field is missing or blank. Makes the field optional. */
  fallback?: string
}
export interface ParsedText {
  parts: TextPart[]
  /** Malformed tags as written. A template with any must not be published. */
  malformed: string[]
}

/** Provided by Lettershop. Documents can't declare them. */
export const builtInVariables: readonly string[] = ['trackingUrl', 'optOutUrl']

/**
 * Texts may use these without declaring them. Documents from before `recipientName` or `salutation` existed
 * may declare them as merge fields, which then take precedence.
 */
export const providedVariables: readonly string[] = ['recipientName', 'salutation', ...builtInVariables]

/** Matches a tag, capturing its variable and fallback. */
export const TAG = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\|\s*"((?:[^"\\]|\\["\\])*)"\s*)?\}\}/g

/** Splits `Beste {{firstName | "klant"}}` into parts. Malformed tags are returned, not thrown. */
export const parseTags = (text: string): ParsedText => {
  const parts: TextPart[] = []
  const malformed: string[] = []
  const literal = (piece: string) => {
    if (piece === '') return
    parts.push(piece)
    for (const match of piece.matchAll(/\{\{[^}]{0,60}\}{0,2}|\}\}/g)) malformed.push(match[0])
  }
  let end = 0
  for (const match of text.matchAll(TAG)) {
    literal(text.slice(end, match.index))
    const fallback = match[2]?.replace(/\\(["\\])/g, '$1')
    parts.push(fallback === undefined ? { variable: match[1]! } : { variable: match[1]!, fallback })
    end = match.index + match[0].length
  }
  literal(text.slice(end))
  return { parts, malformed }
}

export type Values = Readonly<Record<string, string>>

/** Returns the values of merge fields, `recipientName` and built-in variables. */
export const valuesOf = (piece: PieceValues): Values => ({
  recipientName: piece.recipientName ?? '',
  ...piece.data,
  trackingUrl: piece.trackingUrl,
  optOutUrl: piece.optOutUrl,
})

/** True for empty text, and for only spaces, line ends, control and zero-width characters. */
export const isBlank = (value: string): boolean => /^[\s\p{Cc}\p{Cf}]*$/u.test(value)

/** Undefined if blank, since a space in a database must not print as `Dear ,`. */
const fieldOf = (values: Values, name: string): string | undefined => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined || isBlank(value) ? undefined : value
}

/** Fills in the tags. `missing` lists variables with neither a value nor a fallback. */
export const fillTags = (parts: readonly TextPart[], values: Values): { text: string; missing: string[] } => {
  let text = ''
  const missing: string[] = []
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const value = fieldOf(values, part.variable)
    if (value !== undefined) text += value
    else if (part.fallback !== undefined) text += part.fallback
    else missing.push(part.variable)
  }
  return { text, missing }
}

/** A missing or blank field counts as empty text. */
export const isShown = (showIf: ShowIf | undefined, values: Values): boolean => {
  if (!showIf) return true
  const value = fieldOf(values, showIf.var) ?? ''
  switch (showIf.op) {
    case 'eq':
      return value === showIf.value
    case 'ne':
      return value !== showIf.value
    case 'empty':
      return value === ''
    case 'notEmpty':
      return value !== ''
  }
}

/** Undefined if the element can't contain tags. */
export const taggedText = (element: TemplateElement): string | undefined =>
  element.type === 'text' ? element.text : element.type === 'qr' ? element.content : undefined

/** Fields from which `{{salutation}}` is composed. Documents may also declare them, except `salutation`. */
export const salutationFields: readonly string[] = [
  'letterSalutation',
  'salutation',
  'title',
  'sex',
  'firstName',
  'lastName',
  'language',
]

/** True if at least some pieces print the composed salutation. */
export const printsSalutation = (document: TemplateDocument): boolean =>
  !Object.hasOwn(document.variables, 'salutation') &&
  document.pages.some(({ elements }) =>
    elements.some(
      (element) =>
        element.showIf?.var === 'salutation' ||
        parseTags(taggedText(element) ?? '').parts.some(
          (part) => typeof part !== 'string' && part.variable === 'salutation',
        ),
    ),
  )

/** Returns lines that print other words or fields next to the salutation: `Dear {{salutation}}`. */
export const linesBesideSalutation = (text: string): string[] =>
  text.split('\n').filter((line) => {
    const [, before = '', after = ''] =
      /^(.*?)\{\{\s*salutation\s*(?:\|[^}]*)?\}\}([^,:!;.]*)/u.exec(line) ?? []
    return /\p{L}/u.test(before + after)
  })

/** Returns the built-in variables that at least some pieces print. */
export const builtInsOf = (document: TemplateDocument): string[] => {
  const tags = document.pages.flatMap(({ elements }) =>
    elements.flatMap((element) => parseTags(taggedText(element) ?? '').parts),
  )
  return builtInVariables.filter((name) =>
    tags.some((part) => typeof part !== 'string' && part.variable === name),
  )
}

/** True if an element differs by item: a tag, an address or `showIf`. Others form the static layer. */
export const isVariable = (element: TemplateElement): boolean => {
  if (element.type === 'address' || element.showIf) return true
  const text = taggedText(element)
  return text !== undefined && parseTags(text).parts.some((part) => typeof part !== 'string')
}

/** Returns the fields that every item needs: those in tags without fallback, outside `showIf` elements. */
export const requiredVariables = (document: TemplateDocument): string[] => {
  const required = new Set<string>()
  for (const page of document.pages) {
    for (const element of page.elements) {
      if (element.showIf) continue
      for (const part of parseTags(taggedText(element) ?? '').parts) {
        if (typeof part === 'string' || part.fallback !== undefined) continue
        const isProvided = providedVariables.includes(part.variable)
        if (!isProvided || Object.hasOwn(document.variables, part.variable)) required.add(part.variable)
      }
    }
  }
  return [...required].sort()
}
