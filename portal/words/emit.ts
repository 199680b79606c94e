import { type Area, type Group, isMessage, ownMail, source } from './catalogues.ts'
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
    ...[...areas].map(([name, area]) =>
      [
        `declare module 'words:${name}' {`,
        "  type Money = import('./value-types.ts').Money",
        "  type Language = import('./preferences.svelte.ts').Language",
        `  export const words: (language?: Language) => ${groupType(area.get(source)!, '  ')}`,
        '}',
      ].join('\n'),
    ),
    '',
  ].join('\n')
