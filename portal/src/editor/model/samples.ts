import {
  decimalsOf,
  parseTags,
  requiredVariables,
  samplesOf,
  type TemplateDocument,
  type TemplateVariable,
  taggedText,
} from '#lettershop/template'

export const sampleKinds = ['sample', 'shortest', 'longest'] as const
export type SampleKind = (typeof sampleKinds)[number]

export interface Filling {
  data: Record<string, string>
  recipient?: Record<string, string | null> & { country: string }
}

const firstOf = (text: string): string => [...text][0] ?? ''

const shortest: Record<TemplateVariable['type'], (variable: TemplateVariable) => string> = {
  text: ({ sample }) => firstOf(sample) || 'A',
  integer: () => '1',
  decimal: () => '1',
  money: () => '1',
  date: ({ sample }) => sample || '2026-01-01',
  url: () => 'https://a.nl',
}

/** Returns realistic words of this length, without a space at the end. */
const words = (sample: string, length: number): string => {
  const unit = `${sample || 'Maximiliaan van der Wielinga-Hoogendoorn'} `
  return [...unit.repeat(Math.ceil(length / [...unit].length))].slice(0, length).join('').trimEnd()
}

const longestNumber = (variable: TemplateVariable): string => {
  const decimals = decimalsOf(variable)
  const fraction = decimals === 0 ? '' : `.${'8'.repeat(decimals)}`
  return `${'8'.repeat(Math.max(1, Math.min(7, variable.maxLength - fraction.length)))}${fraction}`
}

const longest: Record<TemplateVariable['type'], (variable: TemplateVariable) => string> = {
  text: ({ sample, maxLength }) => words(sample, maxLength),
  integer: ({ maxLength }) => '8'.repeat(Math.min(12, maxLength)),
  decimal: longestNumber,
  money: longestNumber,
  date: ({ sample }) => sample || '2026-12-30',
  url: ({ maxLength }) => `https://www.example.com/${'m'.repeat(60)}`.slice(0, maxLength),
}

/** The shortest and longest realistic addresses; carriers accept both. */
const recipients = {
  shortest: {
    name: 'Bo Li',
    street: 'As',
    houseNumber: '1',
    postalCode: '1000 AA',
    city: 'Ee',
    country: 'NL',
  },
  longest: {
    name: 'Mevrouw dr. Maximiliana Wilhelmina van Bergen-Hoogendoorn',
    companyName: 'Stichting Vrienden van het Nederlands Openluchtmuseum',
    street: 'Burgemeester van Karnebeekweg',
    houseNumber: '12345',
    houseNumberSuffix: 'bis-II',
    postalCode: '1000 AA',
    city: "'s-Gravenmoer-Capelle aan den IJssel",
    country: 'NL',
  },
} as const

/** Returns sample values. `shortest` leaves optional fields empty; `longest` uses the maximum lengths. */
export const fillingOf = (document: TemplateDocument, kind: SampleKind): Filling => {
  const fields = Object.entries(document.variables)
  if (kind === 'sample') {
    const empty = Object.fromEntries(fields.map(([name]) => [name, '']))
    return { data: { ...empty, ...samplesOf(document) } }
  }
  if (kind === 'longest') {
    const data = fields.map(([name, variable]) => [name, longest[variable.type](variable)])
    return { data: Object.fromEntries(data), recipient: recipients.longest }
  }
  const required = new Set(requiredVariables(document))
  const data = fields.map(([name, variable]) => [
    name,
    required.has(name) ? shortest[variable.type](variable) : '',
  ])
  return { data: Object.fromEntries(data), recipient: recipients.shortest }
}

/** Returns the names of the used merge fields, sorted. */
export const usedFields = (document: TemplateDocument): string[] => {
  const names = document.pages.flatMap(({ elements }) =>
    elements.flatMap((element) => [
      ...(element.showIf ? [element.showIf.var] : []),
      ...parseTags(taggedText(element) ?? '').parts.flatMap((part) =>
        typeof part === 'string' ? [] : [part.variable],
      ),
    ]),
  )
  return [...new Set(names)].sort()
}
