import * as v from 'valibot'
import { operatorActor } from '../../../engine/audit/changes.ts'
import type { Services } from '../../../engine/services.ts'
import { transact } from '../../../engine/transact.ts'
import { parse } from '../../../engine/validate.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { UserRow } from '../../../model/people.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { linkTo, setupLinkMs } from '../accounts/links.ts'
import { assertUsablePassword, hashPassword } from '../accounts/password.ts'
import { userByEmail } from '../accounts/users.ts'
import { peopleSentences } from '../sentences.ts'
import type { Promoted } from './user-accounts.ts'
import {
  accountInput,
  type CreatedAccount,
  changeOperatorScopes,
  changeUserStatus,
  dropSecondFactor,
  insertAccount,
  type NewAccount,
  passwordLink,
  scopesInput,
  unknownUser,
} from './user-accounts.ts'

/** User accounts for the command line. */

export type { CreatedAccount, NewAccount }

const howToConfirm = '--existing'

/**
 * Creates an account. With `existing`, adds an existing user to another organisation or makes that user an
 * operator. Throws 404 for an unknown organisation or user, 422, and 409 if nothing changes or `existing` is
 * missing.
 */
export const createAccount = async (services: Services, input: NewAccount): Promise<CreatedAccount> => {
  const account = parse(accountInput, input, 'body')
  const { email, organisationId, password, operator } = account
  if (password !== undefined) await assertUsablePassword(password, email)
  if (organisationId === undefined && !operator) {
    throw invalid('organisationId', peopleSentences.sentence('required.organisation_or_operator'))
  }
  const passwordHash = password === undefined ? null : await hashPassword(services, password)
  return transact(
    services,
    (transaction) => insertAccount(services, transaction, account, { passwordHash, how: howToConfirm }),
    operatorActor,
  )
}

const existingUser = async (rows: WritableRows, email: string): Promise<UserRow> =>
  (await userByEmail(rows, email)) ?? unknownUser(email)

export const listUsers = (services: Services): Promise<UserRow[]> =>
  services.store.read((rows) => rows.users.find(everyone, {}, { order: [{ field: 'createdAt' }] }))

/**
 * Changes a user's status. Disabling ends every session and reset link. Throws 404 for an unknown address.
 */
export const setUserStatus = (
  services: Services,
  email: string,
  status: UserRow['status'],
): Promise<UserRow> =>
  transact(
    services,
    async ({ rows }) => changeUserStatus(services, rows, await existingUser(rows, email), status),
    operatorActor,
  )

const operatorInput = v.strictObject({ scopes: scopesInput, existing: v.optional(v.boolean(), false) })

/**
 * Sets a user's operator scopes; an empty list ends operator access. Granting requires `existing`, because
 * the account may not belong to the owner of the address. Throws 404 for an unknown address, 409 without
 * `existing`, and 422 for an unknown scope.
 */
export const setOperator = async (
  services: Services,
  email: string,
  input: { scopes: readonly string[]; existing?: boolean },
): Promise<Promoted> => {
  const parsed = parse(operatorInput, input, 'body')
  return transact(
    services,
    async (transaction) => {
      const user = await existingUser(transaction.rows, email)
      return changeOperatorScopes(services, transaction, user, { ...parsed, how: howToConfirm })
    },
    operatorActor,
  )
}

/**
 * Returns a link for a new password, which the operator hands over. Throws 404 for an unknown address, and
 * 409 for a disabled user.
 */
export const resetLinkOf = (services: Services, email: string): Promise<string> =>
  transact(
    services,
    async ({ rows }) => (await passwordLink(services, rows, await existingUser(rows, email))).link,
    operatorActor,
  )

/**
 * Removes a user's second factor, and ends all sessions and reset links. Throws 404 for an unknown address,
 * and 409 without a second factor.
 */
export const resetSecondFactor = (services: Services, email: string): Promise<UserRow> =>
  transact(
    services,
    async ({ rows }) => dropSecondFactor(services, rows, (await existingUser(rows, email)).id),
    operatorActor,
  )

/** Returns a link that creates the first user; undefined if there are users. Earlier links stop working. */
export const newSetupLink = async (services: Services): Promise<string | undefined> => {
  const some = await services.store.read((rows) => rows.users.find(everyone, {}, { limit: 1 }))
  if (some.length > 0) return undefined
  const now = services.clock.now()
  const id = services.ids.next('lnk')
  await transact(services, async ({ rows }) => {
    await rows.links.remove(everyone, { purpose: 'SETUP' })
    const times = { createdAt: now, expiresAt: now + setupLinkMs }
    await rows.links.insert({ id, purpose: 'SETUP', userId: null, mailed: false, ...times })
  })
  return linkTo(services, 'setup', id)
}
