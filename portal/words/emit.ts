import { type Area, type Group, isMessage, isOfApi, messagesIn, ownMail, source } from './catalogues.ts'
import type { Message } from './message.ts'

/** Messages without values are texts; the others are functions in every language. */
const isFunction = (english: Message): boolean => english.values.size > 0

const messageCode = (message: Message, english: Message): string =>
  isFunction(english) ? `(v)=>\`${message.template}\`` : `\`${message.template}\``

/** Returns the code of a group; with `isOwnMail`, variants for own mail replace the usual messages. */
const groupCode = (group: Group, english: Group, isOwnMail: boolean): string => {
  const entries = Object.entries(group).flatMap(([key, entry]) => {
    if (key.endsWith(ownMail)) return []
    const meant = english[key]!
    if (!isMessage(entry)) return [`${JSON.stringify(key)}:${groupCode(entry, meant as Group, isOwnMail)}`]
    const variant = isOwnMail ? (group[key + ownMail] as Message | undefined) : undefined
    return [`${JSON.stringify(key)}:${messageCode(variant ?? entry, meant as Message)}`]
  })
  return `{${entries.join()}}`
}

/** Whether a group, or a group in it, has variants for own mail. */
const varies = (group: Group): boolean =>
  Object.entries(group).some(([key, entry]) => key.endsWith(ownMail) || (!isMessage(entry) && varies(entry)))

/** Returns the module of an area in one language: a `Catalogue` (`src/messages/value-types.ts`). */
export const languageModule = (area: Area, language: string): string => {
  const english = area.get(source)!
  const group = area.get(language)!
  // Overrides replace whole groups, because they are merged at the top level.
  const varying = Object.entries(group).filter(([key, entry]) =>
    isMessage(entry) ? group[key + ownMail] !== undefined : varies(entry),
  )
  const overrides = Object.fromEntries(
    varying.flatMap(([key, entry]) => [
      [key, entry],
      ...(isMessage(entry) ? [[key + ownMail, group[key + ownMail]!]] : []),
    ]),
  )
  return `export default (f)=>({words:${groupCode(group, english, false)},ownMail:${groupCode(overrides, english, true)}})\n`
}

/** Returns the module of an area: includes English and loads other languages when they are chosen. */
export const areaModule = (name: string, area: Area, runtime: string): string => {
  const others = [...area.keys()].filter((language) => language !== source)
  const loaders = others.map(
    (language) => `${JSON.stringify(language)}:()=>import(${JSON.stringify(`words:${name}/${language}`)})`,
  )
  return [
    `import {areaOf} from ${JSON.stringify(runtime)}`,
    `import english from ${JSON.stringify(`words:${name}/${source}`)}`,
    `export const words=areaOf(english,{${loaders.join()}})\n`,
  ].join('\n')
}

/** Languages of the catalogues, English first. */
const languagesIn = (areas: ReadonlyMap<string, Area>): readonly string[] => [
  source,
  ...new Set(
    [...areas.values()].flatMap((area) => [...area.keys()].filter((language) => language !== source)),
  ),
]

const ownNameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns the module that lists the languages with their own names. */
export const languagesModule = (areas: ReadonlyMap<string, Area>): string => {
  const named = languagesIn(areas).map((language) => [language, ownNameOf(language)] as const)
  return `export const languages=${JSON.stringify(Object.fromEntries(named))}\n`
}

const madeFrom = '// Made by `node scripts/generate-messages.ts`. Do not edit.'

/** Whether messages of an area format values: then each language is a function of `Formats`. */
const isFormatted = (area: Area): boolean =>
  [...area.values()].some((group) => messagesIn(group).some(([, { template }]) => /\bf\./.test(template)))

/** Returns an area of the core in one language, in TypeScript. English has the types of all. */
export const coreModule = (name: string, area: Area, language: string): string => {
  const english = area.get(source)!
  const types = language === source ? groupType(english, '') : ''
  const code = groupCode(area.get(language)!, english, false)
  const formats = ['Formats', ...(/\bMoney\b/.test(types) ? ['Money'] : [])].join(', ')
  return [
    madeFrom,
    ...(isFormatted(area) ? [`import type { ${formats} } from '../formats.ts'`] : []),
    language === source
      ? `export type Messages = ${types}`
      : `import type { Messages } from '../${source}/${name}.gen.ts'`,
    '',
    isFormatted(area)
      ? `export const messages = (f: Formats): Messages => (${code})`
      : `export const messages: Messages = ${code}`,
    '',
  ].join('\n')
}

/** Returns the languages of an area of the core, and the function that loads one. */
export const coreLoaders = (name: string, area: Area): string => {
  const languages = languagesIn(new Map([[name, area]]))
  const others = languages.filter((language) => language !== source)
  const loaded = isFormatted(area) ? '(formats: Formats) => Messages' : 'Messages'
  return [
    madeFrom,
    `import { type Messages, messages as english } from './${source}/${name}.gen.ts'`,
    ...(isFormatted(area) ? ["import type { Formats } from './formats.ts'"] : []),
    '',
    'export type { Messages }',
    '/** Languages with their own names. */',
    `export const languages = {${languages.map((language) => ` ${language}: '${ownNameOf(language)}'`).join()} }`,
    'export type Language = keyof typeof languages',
    '',
    '/** Exported so that tests can make a language fail. */',
    `export const loaders: Record<Language, () => Promise<${loaded}>> = {`,
    `  ${source}: async () => english,`,
    ...others.map(
      (language) => `  ${language}: async () => (await import('./${language}/${name}.gen.ts')).messages,`,
    ),
    '}',
    '/** Loads the messages of a language. English is part of the program. */',
    `export const messagesIn = (language: Language): Promise<${loaded}> => loaders[language]()`,
    '',
  ].join('\n')
}

/** The area of the API's messages that the portal words itself, in English too, because they name states. */
const shownInEnglish = 'api-states'

/** Merges groups: several areas have messages of one code. */
const merged = (one: Group, other: Group): Group => {
  const both = Object.entries(other).map(([key, entry]): [string, Group[string]] => {
    const own = one[key]
    return [key, own && !isMessage(own) && !isMessage(entry) ? merged(own, entry) : entry]
  })
  return { ...one, ...Object.fromEntries(both) }
}

/** Returns the module of the API's messages in one language: an `ApiCatalogue`, by code and case. */
export const apiModule = (areas: ReadonlyMap<string, Area>, language: string): string => {
  const own = [...areas].filter(([name]) => (language === source ? name === shownInEnglish : isOfApi(name)))
  const messages = (of: string) => own.map(([, area]) => area.get(of)!).reduce(merged, {})
  return `export default (f)=>(${groupCode(messages(language), messages(source), false)})\n`
}

/** Returns the module that loads the API's messages of a language. */
export const apiLoaders = (areas: ReadonlyMap<string, Area>): string => {
  const loaders = languagesIn(areas).map(
    (language) => `${JSON.stringify(language)}:()=>import(${JSON.stringify(`words:api/${language}`)})`,
  )
  return `export const loaders={${loaders.join()}}\n`
}

const groupType = (group: Group, indent: string): string => {
  const lines = Object.entries(group).flatMap(([key, entry]) => {
    if (key.endsWith(ownMail)) return []
    if (!isMessage(entry)) return [`${indent}  ${JSON.stringify(key)}: ${groupType(entry, `${indent}  `)}`]
    const values = [...entry.values].map(([name, { type }]) => `${name}: ${type}`).join('; ')
    return [
      `${indent}  /** ${entry.source.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`,
      `${indent}  ${JSON.stringify(key)}: ${isFunction(entry) ? `(values: { ${values} }) => string` : 'string'}`,
    ]
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Returns TypeScript declarations of the modules of all areas. */
export const declarations = (areas: ReadonlyMap<string, Area>): string =>
  [
    '// Made by `npm run -w portal generate` from portal/messages. Do not edit.',
    "declare module 'words:languages' {",
    `  export type Language = ${languagesIn(areas)
      .map((language) => `'${language}'`)
      .join(' | ')}`,
    '  /** Languages with their own names. */',
    '  export const languages: Readonly<Record<Language, string>>',
    '}',
    "declare module 'words:api' {",
    "  type Language = import('words:languages').Language",
    "  type ApiCatalogue = import('./value-types.ts').ApiCatalogue",
    '  export const loaders: Record<Language, () => Promise<{ default: ApiCatalogue }>>',
    '}',
    ...[...areas]
      .filter(([name]) => !isOfApi(name))
      .map(([name, area]) =>
        [
          `declare module 'words:${name}' {`,
          "  type Money = import('./value-types.ts').Money",
          "  type Language = import('words:languages').Language",
          `  export const words: (language?: Language) => ${groupType(area.get(source)!, '  ')}`,
          '}',
        ].join('\n'),
      ),
    '',
  ].join('\n')
