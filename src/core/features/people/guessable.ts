/** Guesses, as a power of ten, up to which a password counts as one of the first that are tried. */
export const fewGuesses = 8
/** Shorter ones of the list are hardly less likely than any other letters. */
const shortest = 4
const longest = 24
/** Characters that are looked at: as many as a password may have. */
const looked = 200
/** A year of living memory: some hundred guesses. */
const year = 2
/** What goes on as it began, `123`, `aaa`, `cba`: hardly a guess. */
const inSequence = 0.3
/** A character that nothing explains. */
const alone = 1

interface List {
  /** From 1, the most used. */
  ranks: ReadonlyMap<string, number>
  /** How its words begin. */
  beginnings: ReadonlySet<string>
}
let list: Promise<List> | undefined

/** Read with the first password that is set: most processes set none. */
const readList = async (): Promise<List> => {
  const words = (await import('./common-passwords.gen.ts')).commonPasswords.split(' ')
  return {
    ranks: new Map(words.map((word, index) => [word, index + 1])),
    beginnings: new Set(words.map((word) => word.slice(0, shortest))),
  }
}

/**
 * Whether a password is one of the 10,000 most used, or little more than some of them: `Password2024!`, `monkeymonkey12`. It
 * is put together from left to right in the way that takes the fewest guesses.
 */
export const isGuessable = async (password: string): Promise<boolean> => {
  list ??= readList()
  const known = await list
  // What stands for several characters may make it longer than any password.
  const text = password.normalize('NFKC').toLowerCase().slice(0, looked)
  const readings = new Set([text, asLetters(text, 'i'), asLetters(text, 'l')])
  /** Up to each place. */
  const cost = [0, ...Array.from({ length: text.length }, () => Number.POSITIVE_INFINITY)]
  const reach = (end: number, guesses: number) => {
    if (guesses < cost[end]!) cost[end] = guesses
  }
  for (let at = 0; at < text.length; at++) {
    const soFar = cost[at]!
    reach(at + 1, soFar + (goesOn(text, at) ? inSequence : alone))
    if (/^(?:19|20)\d\d/.test(text.slice(at, at + 4))) reach(at + 4, soFar + year)
    for (const reading of readings) {
      for (const [end, rank] of wordsAt(reading, at, known)) reach(end, soFar + Math.log10(rank))
    }
  }
  return cost[text.length]! < fewGuesses
}

/** The words of the list that begin at a place: where they end, and their ranks. */
function* wordsAt(text: string, at: number, { ranks, beginnings }: List): Generator<[number, number]> {
  if (!beginnings.has(text.slice(at, at + shortest))) return
  for (let end = at + shortest; end <= Math.min(text.length, at + longest); end++) {
    const rank = ranks.get(text.slice(at, end))
    if (rank !== undefined) yield [end, rank]
  }
}

/** Whether the character continues the run of the two before it: the same step once more, of at most one. */
const goesOn = (text: string, at: number): boolean => {
  const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
  return Math.abs(step) <= 1 && step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2)
}

const letters: Readonly<Record<string, string>> = { 4: 'a', '@': 'a', 3: 'e', 0: 'o', 5: 's', $: 's', 7: 't' }

/** `p4ssw0rd` is read as `password`; a 1 or ! stands for an i or an l. */
const asLetters = (text: string, one: string): string =>
  text.replace(/[4@305$71!]/g, (sign) => letters[sign] ?? one)
