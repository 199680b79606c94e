import * as v from 'valibot'
import type { Services } from '../../../engine/services.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { ruleSentences } from '../../../kernel/problem-sentences.ts'
import type { UserRow } from '../../../model/people.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'

/** Checks only the form: following a mailed link verifies that the owner reads the address. */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.regex(
    /^[^\s@<>",;:\\()[\]]{1,64}@[^\s@<>",;:\\()[\]]+\.[^\s@.]{2,}$/,
    ruleSentences.message('invalid_format.email'),
  ),
)
export const personName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

/** Returns the key of an address. Addresses that differ only by case belong to the same user. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()

/** Returns the text in which operators search: parts of name and address find a user. */
export const searchTextOf = ({ name, email }: Pick<UserRow, 'name' | 'email'>): string => `${name} ${email}`

export const userByEmail = async (rows: Rows, email: string): Promise<UserRow | undefined> => {
  const [user] = await rows.users.find(everyone, { emailKey: emailKeyOf(email) })
  return user
}

export interface NewUser {
  email: string
  name: string
  passwordHash: string | null
  operatorScopes?: readonly string[]
  /** True if the link to this account was mailed to its address. */
  verified?: boolean
}

export const newUser = (services: Services, input: NewUser): UserRow => {
  const now = services.clock.now()
  return {
    id: services.ids.next('usr'),
    email: input.email,
    emailKey: emailKeyOf(input.email),
    name: input.name,
    search: searchTextOf(input),
    passwordHash: input.passwordHash,
    passwordSetAt: input.passwordHash === null ? null : now,
    secondFactorAt: null,
    verifiedAt: input.verified ? now : null,
    operatorScopes: [...(input.operatorScopes ?? [])],
    status: 'ACTIVE',
    lastSignInAt: null,
    createdAt: now,
    updatedAt: now,
    language: null,
  }
}

export const userById = async (rows: Rows, id: string): Promise<UserRow> => {
  const user = await rows.users.get(everyone, id)
  if (user?.status !== 'ACTIVE') throw problem(peopleProblems.sentence('session_invalid.account_gone'))
  return user
}

/** Returns a 422 for a link that is used, expired or unknown; the error doesn't reveal which. */
export const deadLink = () => invalid('token', peopleSentences.sentence('expired.link'))
