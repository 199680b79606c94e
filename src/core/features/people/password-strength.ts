/** Passwords that take fewer than this power of ten guesses count as guessable. */
export const fewGuesses = 8
/** Shorter words of the list are hardly more likely than any other letters. */
const shortest = 4
const longest = 24
/** Characters that are examined: as many as a password may have. */
const looked = 200
/** Cost of a recent year, as a power of ten: about a hundred guesses. */
const year = 2
/** Cost of a character that continues a sequence, such as `123`, `aaa` or `cba`. */
const inSequence = 0.3
/** Cost of a character that no rule explains. */
const alone = 1

interface List {
  /** Rank of each word, from 1 for the most used. */
  ranks: ReadonlyMap<string, number>
  /** Every prefix of a word. */
  beginnings: ReadonlySet<string>
}
let list: Promise<List> | undefined

/** The list is read with the first password that is set, because most processes set none. */
const readList = async (): Promise<List> => {
  const words = (await import('./common-passwords.gen.ts')).commonPasswords.split(' ')
  return {
    ranks: new Map(words.map((word, index) => [word, index + 1])),
    beginnings: new Set(words.map((word) => word.slice(0, shortest))),
  }
}

/**
 * Whether a password is one of the 10,000 most used, or little more than a few of them, as `Password2024!` or
 * `monkeymonkey12`. The password is divided from left to right in the way that takes the fewest guesses.
 */
export const isGuessable = async (password: string): Promise<boolean> => {
  list ??= readList()
  const known = await list
  // Normalisation may turn one character into several, so the text is cut afterwards.
  const text = password.normalize('NFKC').toLowerCase().slice(0, looked)
  const readings = new Set([text, asLetters(text, 'i'), asLetters(text, 'l')])
  /** The least cost up to each position. */
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

/** The words of the list that begin at a position: where they end, and their ranks. */
function* wordsAt(text: string, at: number, { ranks, beginnings }: List): Generator<[number, number]> {
  if (!beginnings.has(text.slice(at, at + shortest))) return
  for (let end = at + shortest; end <= Math.min(text.length, at + longest); end++) {
    const rank = ranks.get(text.slice(at, end))
    if (rank !== undefined) yield [end, rank]
  }
}

/** Whether the character continues a sequence: the same step as between the two before it, of at most one. */
const goesOn = (text: string, at: number): boolean => {
  const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
  return Math.abs(step) <= 1 && step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2)
}

const letters: Readonly<Record<string, string>> = { 4: 'a', '@': 'a', 3: 'e', 0: 'o', 5: 's', $: 's', 7: 't' }

/** Reads `p4ssw0rd` as `password`; a 1 or ! stands for `one`, an i or an l. */
const asLetters = (text: string, one: string): string =>
  text.replace(/[4@305$71!]/g, (sign) => letters[sign] ?? one)
