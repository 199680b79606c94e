/** Message keys of the places that the server names in English. */
const places = {
  'Uploaded lists in their original form': 'uploads',
  'Rows of lists that could not be imported': 'rows',
  'Exported lists of items and of suppressions': 'exports',
  'Reasons of bulk rejections': 'rejections',
  'Stored answers for repeated requests, encrypted': 'answers',
} as const
type Place = (typeof places)[keyof typeof places]

/** Returns the message key of a place; undefined for one that a newer server names. */
export const placeOf = (what: string): Place | undefined => (places as Readonly<Record<string, Place>>)[what]

interface Retention {
  number: number
  unit: 'days' | 'hours'
}
/** Reads a retention such as `30 days`; undefined if it is written differently. */
export const retentionOf = (text: string): Retention | undefined => {
  const [, number, unit] = /^(\d+) (days|hours)$/.exec(text) ?? []
  return unit ? { number: Number(number), unit: unit as Retention['unit'] } : undefined
}
