import type { ShowIf, TemplateDocument, TemplateElement } from './document.ts'

/** The values for the tags of a piece. */
export interface PieceValues {
  /** Merge fields; every value is already text. */
  data: Readonly<Record<string, string>>
  /** The value of `{{trackingUrl}}`. */
  trackingUrl: string
  /** The value of `{{optOutUrl}}`, as text or in a QR code: where the recipient refuses further mail. */
  optOutUrl: string
  /** The value of `{{recipientName}}`: the person, or else the company. */
  recipientName?: string
}

/** A part of a text that is split at its tags; strings are literal. */
export type TextPart = string | Tag
export interface Tag {
  variable: string
  /** Printed where the field is missing or blank; it makes the variable optional. */
  fallback?: string
}
export interface ParsedText {
  parts: TextPart[]
  /** The malformed tags as written. A template with any must not be published. */
  malformed: string[]
}

/** Variables that Lettershop provides; a document does not declare them. */
export const builtInVariables: readonly string[] = ['trackingUrl', 'optOutUrl']

/**
 * All that a text may name without declaring it. A merge field may have the name of one that is not reserved, as
 * templates had before it was there, and is then what is printed.
 */
export const providedVariables: readonly string[] = ['recipientName', 'salutation', ...builtInVariables]

/** A tag as it is written, with its variable and its fallback. */
export const TAG = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\|\s*"((?:[^"\\]|\\["\\])*)"\s*)?\}\}/g

/** Splits `Beste {{firstName | "klant"}}` into its parts. Never throws: malformed tags are returned. */
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

/** The values of a piece's tags: its merge fields and the built-in variables. */
export const valuesOf = (piece: PieceValues): Values => ({
  recipientName: piece.recipientName ?? '',
  ...piece.data,
  trackingUrl: piece.trackingUrl,
  optOutUrl: piece.optOutUrl,
})

/** Whether a value has nothing visible: only spaces, line ends, control and zero-width characters. */
export const isBlank = (value: string): boolean => /^[\s\p{Cc}\p{Cf}]*$/u.test(value)

/**
 * The value of a field; undefined where it is blank, since a space in a database must not print as `Dear ,`.
 */
const fieldOf = (values: Values, name: string): string | undefined => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined || isBlank(value) ? undefined : value
}

/** Fills the tags. `missing` names the variables without a value or fallback. */
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

/** Whether a condition holds; a missing or blank field counts as the empty text. */
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

/** The text of an element in which tags are allowed. */
export const taggedText = (element: TemplateElement): string | undefined =>
  element.type === 'text' ? element.text : element.type === 'qr' ? element.content : undefined

/** Merge fields that a salutation is composed from. A document may declare them, but `salutation`, to print them too. */
export const salutationFields: readonly string[] = [
  'letterSalutation',
  'salutation',
  'title',
  'sex',
  'firstName',
  'lastName',
  'language',
]

/** Whether a document prints the salutation that is composed for each recipient, on some pieces at least. */
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

/** Lines of a text that print other words or fields beside the salutation: `Dear {{salutation}}`. */
export const linesBesideSalutation = (text: string): string[] =>
  text.split('\n').filter((line) => {
    const [, before = '', after = ''] =
      /^(.*?)\{\{\s*salutation\s*(?:\|[^}]*)?\}\}([^,:!;.]*)/u.exec(line) ?? []
    return /\p{L}/u.test(before + after)
  })

/** The built-in variables that a document prints, on some pieces at least. */
export const builtInsOf = (document: TemplateDocument): string[] => {
  const tags = document.pages.flatMap(({ elements }) =>
    elements.flatMap((element) => parseTags(taggedText(element) ?? '').parts),
  )
  return builtInVariables.filter((name) =>
    tags.some((part) => typeof part !== 'string' && part.variable === name),
  )
}

/**
 * Whether an element differs by item, through a tag, an address or `showIf`; all others form the static
 * layer.
 */
export const isVariable = (element: TemplateElement): boolean => {
  if (element.type === 'address' || element.showIf) return true
  const text = taggedText(element)
  return text !== undefined && parseTags(text).parts.some((part) => typeof part !== 'string')
}

/** Merge fields that every item must provide: tags without fallback in elements without `showIf`. */
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
