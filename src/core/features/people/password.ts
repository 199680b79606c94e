import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import { type Passwords, PasswordsBusy } from '../../ports/passwords.ts'
import { isGuessable } from './password-strength.ts'
import { peopleProblems, peopleSentences } from './sentences.ts'

export const passwordLength = { min: 12, max: 200 } as const
export const minDifferentCharacters = 5

/** A new password. Only its length has a rule: a rule about digits and signs makes people append `1!`. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(passwordLength.min),
  v.maxLength(passwordLength.max),
  v.check(
    (text) => new Set(text).size >= minDifferentCharacters,
    peopleSentences.message('invalid_value.password'),
  ),
)
/** A password that is to be checked, with no rule about its content. */
export const anyPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(passwordLength.max))

/** Throws 422 on `parameter` where the password contains the user's address or is guessable. */
export const assertUsablePassword = async (
  password: string,
  email: string,
  parameter = 'password',
): Promise<void> => {
  const text = password.normalize('NFKC').toLowerCase()
  const address = email.normalize('NFKC').toLowerCase()
  const local = address.split('@')[0]!
  // A short name before the @ occurs in many words, so only longer ones are refused.
  if (text.includes(address) || (local.length >= 6 && text.includes(local))) {
    throw invalid(parameter, peopleSentences.say('too_easy'))
  }
  if (await isGuessable(password)) {
    throw invalid(parameter, peopleSentences.say('too_common'))
  }
}

export const hashPassword = (services: Services, password: string): Promise<string> =>
  whenFree(services.passwords.hash(password))

let decoy: { of: Passwords; hash: Promise<string> } | undefined

/**
 * Whether the password is right. Takes equally long for an unknown user, so that the time does not reveal who
 * has an account.
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
    throw problem(peopleProblems.say('rate_limited.signing_in'), {
      headers: { 'Retry-After': '5' },
    })
  }
}
