import { guessedColour } from './guessed-colour.ts'

type Cmyk = readonly [number, number, number, number]

const storageKey = 'lettershop.inks'
const maxStored = 400

const read = (): Record<string, string> => {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/** Screen colours of inks as drawn by the server; cached, because they are constant. */
let known: Readonly<Record<string, string>> = $state.raw(read())

export const rememberInks = (
  colours: Readonly<Record<string, string>>,
  cmykOf: (name: string) => Cmyk | undefined,
): void => {
  const drawn = Object.entries(colours).flatMap(([name, colour]) => {
    const cmyk = cmykOf(name)
    return cmyk ? [[cmyk.join(' '), colour] as const] : []
  })
  if (drawn.every(([inks, colour]) => known[inks] === colour)) return
  const entries = Object.entries({ ...known, ...Object.fromEntries(drawn) })
  known = Object.fromEntries(entries.slice(-maxStored))
  localStorage.setItem(storageKey, JSON.stringify(known))
}

/** Returns the screen colour of inks, estimated until the server has drawn them. */
export const screenColour = (cmyk: Cmyk): string => known[cmyk.join(' ')] ?? guessedColour(cmyk)
