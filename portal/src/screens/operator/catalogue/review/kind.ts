/** What the API says of a change: all have one code, and are told apart by their values and by their sentence. */
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

/** Which change it is; '' where it is another, which its own sentence tells. */
export const kindOf = ({ message, params = {} }: Told): string =>
  byValues.find(([, values]) => values.every((value) => value in params))?.[0] ??
  (params.noun === undefined ? undefined : bySentence.find(([, sentence]) => sentence.test(message))?.[0]) ??
  ''
