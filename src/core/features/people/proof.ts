import * as v from 'valibot'
import type { ProcessContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { described } from '../../kernel/wire-schema.ts'
import { anyPassword } from './password.ts'
import { factorCode } from './schema.ts'
import { peopleSentences } from './sentences.ts'
import { checkOneself } from './sign-in.ts'

/** What a user of the portal sends to change where live mail goes. */
export const proofFields = {
  currentPassword: described(
    v.optional(anyPassword),
    'The user’s own password: a portal session sends it where live mail, or a kept secret, goes elsewhere. Keys send none.',
  ),
  code: described(v.optional(factorCode), 'The code of the user’s second factor, where the account has one.'),
}
export const proofSchema = v.object(proofFields)

export type Proof = Awaited<ReturnType<typeof checkOneself>>

/** Checks the password that a portal session sends; undefined where none was sent. Throws as `checkOneself`. */
export const proofOf = async (
  { caller, services, client }: Pick<ProcessContext, 'caller' | 'services' | 'client'>,
  { currentPassword, code }: v.InferOutput<typeof proofSchema>,
): Promise<Proof | undefined> =>
  caller.kind === 'user' && currentPassword !== undefined
    ? checkOneself(services, client, caller, { currentPassword, code })
    : undefined

/**
 * Throws 422 on `currentPassword` for a portal session that has proved nothing: one that was left open must
 * not send live mail elsewhere.
 */
export const assertProven = ({ caller }: Pick<ProcessContext, 'caller'>, proof: Proof | undefined): void => {
  if (caller.kind !== 'user' || proof) return
  throw invalid('currentPassword', peopleSentences.say('required.own_password'))
}
