/** A change as the API reports it. All have one code and differ in values and sentence. */
interface Told {
  message: string
  params?: Readonly<Record<string, unknown>> | undefined
}

const byValues: readonly (readonly [kind: string, values: readonly string[]])[] = [
  ['changed', ['key', 'fields']],
  ['version', ['key', 'version', 'scheduled']],
  ['price', ['specification', 'zone', 'price', 'before']],
  ['new_price', ['specification', 'zone', 'price']],
  ['cutoff', ['key', 'next', 'before']],
  ['no_cutoff', ['key', 'next']],
  ['run_keeps', ['run', 'specification', 'cutoff']],
]
const bySentence: readonly (readonly [kind: string, sentence: RegExp])[] = [
  ['created', /^New /],
  ['missing', / is not in the file and is archived;/],
  ['archived', / is archived;/],
  ['restored', / is offered again\.$/],
]

/** Returns the kind of change; '' if unknown, then the API's sentence is shown. */
export const kindOf = ({ message, params = {} }: Told): string =>
  byValues.find(([, values]) => values.every((value) => value in params))?.[0] ??
  (params.noun === undefined ? undefined : bySentence.find(([, sentence]) => sentence.test(message))?.[0]) ??
  ''
