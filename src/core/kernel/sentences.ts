/** Values of a sentence by name, for translations. */
export type Params = Readonly<Record<string, string | number>>

/** Marks declared sentences, so that hand-written text does not compile in their place. */
declare const declared: unique symbol

/** A code and values for programs, and the English text made from them. */
export interface Sentence<Code extends string = string> {
  readonly [declared]: true
  code: Code
  message: string
  /** Undefined if the sentence has no values or was stored before values were kept. */
  params: Params | undefined
}

/** Formatters for values in the English sentence. */
export type Writers = Readonly<Record<string, (value: string | number, params: Params) => string | undefined>>

type Value = string | number | Sentence | readonly Sentence[]

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? NameOf<Name> | NamesIn<Rest>
  : never
/** Strips the plural forms: `count:item|items`. */
type NameOf<Name extends string> = Name extends `${infer Plain}:${string}` ? Plain : Name
type OptionalIn<Text extends string> =
  NamesIn<Text> extends infer Name ? (Name extends `${infer Plain}?` ? Plain : never) : never
type NeededIn<Text extends string> = Exclude<NamesIn<Text>, `${string}?`>

type ValuesOf<Text extends string> = Readonly<
  Record<NeededIn<Text>, Value> & Partial<Record<OptionalIn<Text>, Value | undefined>>
>
type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [params: ValuesOf<Text>]

/** English sentences by code, with their formatters. */
export interface Sentences<Texts extends Readonly<Record<string, string>>> {
  readonly texts: Texts
  readonly sentence: <Key extends keyof Texts & string>(
    key: Key,
    ...params: ParamsOf<Texts[Key]>
  ) => Sentence<CodeOf<Key>>
  /** The message of a schema rule; the code must equal the one that `validate.ts` assigns to it. */
  readonly message: <Key extends keyof Texts & string>(key: Key, ...params: ParamsOf<Texts[Key]>) => string
}

type CodeOf<Key extends string> = Key extends `${infer Code}.${string}` ? Code : Key

/** A placeholder: name, optional marker, singular and plural forms. */
const inBraces = /\{(\w+)(\?)?(?::([^|}]*)\|([^}]*))?\}/g

/** Formatters of all sentences: a hint for unknown names. */
const common: Writers = { meant: (name) => ` Did you mean ${name}?` }

/**
 * Declares sentences by code, with placeholders in braces: `room: 'It takes {limit}.'`. Callers provide the
 * values, returned as `params`. If a code has several sentences, each has a case after the code
 * (`unknown.role`), returned as the value `case`. Placeholders with a question mark are optional. A value may
 * be a sentence or several. `{count} {count:item|items}` selects the singular for one and the plural
 * otherwise.
 */
export const sentences = <const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  writers: Writers = {},
): Sentences<Texts> => {
  const written: Writers = { ...common, ...writers }
  const sentence: Sentences<Texts>['sentence'] = (key, ...[given]) => {
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
    const plain = { code, message }
    return (Object.keys(params).length > 0 ? { ...plain, params } : plain) as never
  }
  return { texts, sentence, message: (key, ...params) => remember(sentence(key, ...params)) }
}

/** Keyed by code and text, since the message of a schema rule can only be a string. */
const ofSchemas = new Map<string, Sentence>()

const remember = (sentence: Sentence): string => {
  ofSchemas.set(`${sentence.code} ${sentence.message}`, sentence)
  return sentence.message
}

/** Returns the sentence of a schema rule; undefined for messages of the schema library. */
export const sentenceOfRule = (code: string, message: string): Sentence | undefined =>
  ofSchemas.get(`${code} ${message}`)

const present = (values: Readonly<Record<string, Value | undefined>>): Params =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => flat(name, value)))

/**
 * Flattens a value. A sentence gives its text, code and values (`reason`, `reason.code`, `reason.limit`);
 * several sentences give their joined text and each one numbered (`reasons`, `reasons.1`, `reasons.1.code`).
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

export const plainSentence = <Code extends string>({
  code,
  message,
  params,
}: Sentence<Code>): Sentence<Code> =>
  (params === undefined ? { code, message } : { code, message, params }) as Sentence<Code>

/** Replaces the name of a parameter, e.g. by a column or a place in a payload. */
export const inTermsOf = (sentence: Sentence, parameter: string, name: string): Sentence => {
  const renamed = (text: string) => text.replaceAll(parameter, name)
  const values = Object.entries(sentence.params ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? renamed(value) : value,
  ])
  const params = sentence.params && Object.fromEntries(values)
  return plainSentence({ ...sentence, message: renamed(sentence.message), params })
}

export class Fault<Code extends string = string> extends Error {
  readonly sentence: Sentence<Code>
  constructor(sentence: Sentence<Code>) {
    super(sentence.message)
    this.sentence = sentence
  }
}
