import * as v from 'valibot'
import type { Services } from '../../../engine/services.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { type Passwords, PasswordsBusy } from '../../../ports/credentials.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'

/** Passwords that take fewer than 10 to this power guesses are refused. */
export const fewGuesses = 8
/** Shorter words of the list are hardly more likely than random letters. */
const shortest = 4
const longest = 24
/** Maximum characters examined: the length limit of a password. */
const maxExamined = 200
/** Cost of a year from 1900 to 2099, as a power of ten: about a hundred guesses. */
const year = 2
/** Cost of a character that continues a sequence, such as `123`, `aaa` or `cba`. */
const inSequence = 0.3
/** Cost of a character that no rule explains. */
const unexplained = 1

interface List {
  /** Rank of each word, from 1 for the most used. */
  ranks: ReadonlyMap<string, number>
  /** The first `shortest` letters of each word. */
  beginnings: ReadonlySet<string>
}
let list: Promise<List> | undefined

/** Loads the list with the first password that is set, because most processes set none. */
const readList = async (): Promise<List> => {
  const words = (await import('./common-passwords.gen.ts')).commonPasswords.split(' ')
  return {
    ranks: new Map(words.map((word, index) => [word, index + 1])),
    beginnings: new Set(words.map((word) => word.slice(0, shortest))),
  }
}

/**
 * True for the 10,000 most used passwords, and for combinations of them with little added, such as
 * `Password2024!` or `monkeymonkey12`. Splits the password in the way that takes the fewest guesses.
 */
export const isGuessable = async (password: string): Promise<boolean> => {
  list ??= readList()
  const known = await list
  // Normalisation may turn one character into several, so the text is cut afterwards.
  const text = password.normalize('NFKC').toLowerCase().slice(0, maxExamined)
  const readings = new Set([text, asLetters(text, 'i'), asLetters(text, 'l')])
  /** The least cost up to each position. */
  const cost = [0, ...Array.from({ length: text.length }, () => Number.POSITIVE_INFINITY)]
  const reach = (end: number, guesses: number) => {
    if (guesses < cost[end]!) cost[end] = guesses
  }
  for (let at = 0; at < text.length; at++) {
    const soFar = cost[at]!
    reach(at + 1, soFar + (continuesSequence(text, at) ? inSequence : unexplained))
    if (/^(?:19|20)\d\d/.test(text.slice(at, at + 4))) reach(at + 4, soFar + year)
    for (const reading of readings) {
      for (const [end, rank] of wordsAt(reading, at, known)) reach(end, soFar + Math.log10(rank))
    }
  }
  return cost[text.length]! < fewGuesses
}

/** Yields the end and the rank of each word of the list that begins at `at`. */
function* wordsAt(text: string, at: number, { ranks, beginnings }: List): Generator<[number, number]> {
  if (!beginnings.has(text.slice(at, at + shortest))) return
  for (let end = at + shortest; end <= Math.min(text.length, at + longest); end++) {
    const rank = ranks.get(text.slice(at, end))
    if (rank !== undefined) yield [end, rank]
  }
}

/** True if the step from the previous character is at most one, and equals the step before it. */
const continuesSequence = (text: string, at: number): boolean => {
  const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
  return Math.abs(step) <= 1 && step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2)
}

const letters: Readonly<Record<string, string>> = { 4: 'a', '@': 'a', 3: 'e', 0: 'o', 5: 's', $: 's', 7: 't' }

/** Reads `p4ssw0rd` as `password`; a 1 or ! is read as `one`, an i or an l. */
const asLetters = (text: string, one: string): string =>
  text.replace(/[4@305$71!]/g, (sign) => letters[sign] ?? one)

export const passwordLength = { min: 12, max: 200 } as const
export const minDifferentCharacters = 5

/** A new password. There is no rule about digits and symbols, because such rules make users append `1!`. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(passwordLength.min),
  v.maxLength(passwordLength.max),
  v.check(
    (text) => new Set(text).size >= minDifferentCharacters,
    peopleSentences.message('invalid_value.password'),
  ),
)
/** An entered password, without rules about its content. */
export const anyPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(passwordLength.max))

/** Throws 422 on `parameter` if the password contains the user's address or is guessable. */
export const assertUsablePassword = async (
  password: string,
  email: string,
  parameter = 'password',
): Promise<void> => {
  const text = password.normalize('NFKC').toLowerCase()
  const address = email.normalize('NFKC').toLowerCase()
  const local = address.split('@')[0]!
  // A short local part occurs in many words, so only longer ones are refused.
  if (text.includes(address) || (local.length >= 6 && text.includes(local))) {
    throw invalid(parameter, peopleSentences.sentence('too_easy'))
  }
  if (await isGuessable(password)) {
    throw invalid(parameter, peopleSentences.sentence('too_common'))
  }
}

export const hashPassword = (services: Services, password: string): Promise<string> =>
  whenFree(services.passwords.hash(password))

let decoy: { of: Passwords; hash: Promise<string> } | undefined

/**
 * Verifies a password. Takes equally long for an unknown user, so that the time doesn't reveal who has an
 * account.
 */
export const verifyPassword = async (
  services: Services,
  password: string,
  hash: string | null | undefined,
): Promise<{ ok: boolean; outdated: boolean }> => {
  if (hash != null) return whenFree(services.passwords.verify(password, hash))
  if (decoy?.of !== services.passwords) {
    decoy = { of: services.passwords, hash: services.passwords.hash('nobody has this password') }
  }
  await whenFree(services.passwords.verify(password, await whenFree(decoy.hash)))
  return { ok: false, outdated: false }
}

const whenFree = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    throw problem(peopleProblems.sentence('rate_limited.signing_in'), {
      headers: { 'Retry-After': '5' },
    })
  }
}
