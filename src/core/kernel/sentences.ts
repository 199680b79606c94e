/** The values of a sentence by name, from which it can be said in another language. */
export type Params = Readonly<Record<string, string | number>>

/** Marks what a declared sentence said, so that no text written by hand compiles in its place. */
declare const declared: unique symbol

/** What is said: a code and values for programs, and for people the sentence that is made from them. */
export interface Said<Code extends string = string> {
  readonly [declared]: true
  code: Code
  message: string
  /** Undefined where the sentence has no values, and where it was stored before they were kept. */
  params: Params | undefined
}

/** How a value is written in the English sentence, where it is not written as it is. */
export type Writers = Readonly<Record<string, (value: string | number, params: Params) => string | undefined>>

/** A value; or a sentence of another part, or several, that stand in this one. */
type Value = string | number | Said | readonly Said[]

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? NameOf<Name> | NamesIn<Rest>
  : never
/** Without the words that follow the number: `count:item|items`. */
type NameOf<Name extends string> = Name extends `${infer Plain}:${string}` ? Plain : Name
type OptionalIn<Text extends string> =
  NamesIn<Text> extends infer Name ? (Name extends `${infer Plain}?` ? Plain : never) : never
type NeededIn<Text extends string> = Exclude<NamesIn<Text>, `${string}?`>

type ValuesOf<Text extends string> = Readonly<
  Record<NeededIn<Text>, Value> & Partial<Record<OptionalIn<Text>, Value | undefined>>
>
type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [params: ValuesOf<Text>]

/** English sentences by code, and how each is said. */
export interface Sentences<Texts extends Readonly<Record<string, string>>> {
  readonly texts: Texts
  readonly say: <Key extends keyof Texts & string>(
    key: Key,
    ...params: ParamsOf<Texts[Key]>
  ) => Said<CodeOf<Key>>
  /** A sentence as the message of a rule in a schema. Its code must be the one that `validate.ts` gives the rule. */
  readonly message: <Key extends keyof Texts & string>(key: Key, ...params: ParamsOf<Texts[Key]>) => string
}

type CodeOf<Key extends string> = Key extends `${infer Code}.${string}` ? Code : Key

/** A value of a sentence: its name, whether it may be missing, and the words for one and for more. */
const inBraces = /\{(\w+)(\?)?(?::([^|}]*)\|([^}]*))?\}/g

/** A hint behind a sentence that names something unknown. */
const common: Writers = { meant: (name) => ` Did you mean ${name}?` }

/**
 * Declares sentences by their code, with the names of their values in braces: `room: 'It takes {limit}.'`.
 * Whoever says one gives its values, and the values go out with it. Where a code has several sentences, each
 * has a case behind the code (`unknown.role`), which goes out as the value `case`: a translation needs it.
 * A value with a question mark may be missing: nothing stands in its place then. A value may be a declared
 * sentence itself, or several. Two words behind a colon are said by a number, `{count} {count:item|items}`: the
 * first of one, the second of any other.
 */
export const sentences = <const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  writers: Writers = {},
): Sentences<Texts> => {
  const written: Writers = { ...common, ...writers }
  const say: Sentences<Texts>['say'] = (key, ...[given]) => {
    const [code, kind] = key.split('.') as [string, string | undefined]
    const params = present({ case: kind, ...given })
    const message = texts[key]!.replace(
      inBraces,
      (_whole, name: string, _may, one?: string, more?: string) => {
        const value = params[name]
        if (one !== undefined) return Number(value) === 1 ? one : more!
        return value === undefined ? '' : (written[name]?.(value, params) ?? String(value))
      },
    )
    const said = { code, message }
    return (Object.keys(params).length > 0 ? { ...said, params } : said) as never
  }
  return { texts, say, message: (key, ...params) => remember(say(key, ...params)) }
}

/** The sentences of schemas by code and text: the message of a rule in a schema is a text and nothing else. */
const ofSchemas = new Map<string, Said>()

const remember = (said: Said): string => {
  ofSchemas.set(`${said.code} ${said.message}`, said)
  return said.message
}

/** The sentence that a schema was given as the message of a rule; undefined for a message of its own. */
export const saidBySchema = (code: string, message: string): Said | undefined =>
  ofSchemas.get(`${code} ${message}`)

const present = (values: Readonly<Record<string, Value | undefined>>): Params =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => flat(name, value)))

/**
 * A value under its name. A sentence goes in as its words, with its code and its own values beside them
 * (`reason`, `reason.code`, `reason.limit`); several as all their words, with each under its number
 * (`reasons`, `reasons.1`, `reasons.1.code`).
 */
const flat = (name: string, value: Value | undefined): [string, string | number][] => {
  if (value === undefined) return []
  if (typeof value !== 'object') return [[name, value]]
  if (!('code' in value)) {
    const words = value.map(({ message }) => message).join(' ')
    return [[name, words], ...value.flatMap((one, index) => flat(`${name}.${index + 1}`, one))]
  }
  const own = Object.entries(value.params ?? {}).map(([key, of]): [string, string | number] => [
    `${name}.${key}`,
    of,
  ])
  return [[name, value.message], [`${name}.code`, value.code], ...own]
}

/** What is said and nothing more, where a finding or an error says it. */
export const saidAlone = <Code extends string>({ code, message, params }: Said<Code>): Said<Code> =>
  (params === undefined ? { code, message } : { code, message, params }) as Said<Code>

/** What is said, with another name for a parameter: that of a column, or of a place in a payload. */
export const inTermsOf = (said: Said, parameter: string, name: string): Said => {
  const renamed = (text: string) => text.replaceAll(parameter, name)
  const values = Object.entries(said.params ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? renamed(value) : value,
  ])
  const params = said.params && Object.fromEntries(values)
  return saidAlone({ ...said, message: renamed(said.message), params })
}

/** What cannot go on, with the declared sentence that says why. */
export class Fault<Code extends string = string> extends Error {
  readonly said: Said<Code>
  constructor(said: Said<Code>) {
    super(said.message)
    this.said = said
  }
}
