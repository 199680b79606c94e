import type { SecurityEvent } from '../../../engine/audit/security-log.ts'
import type { Client } from '../../../engine/caller.ts'
import { seal, unseal } from '../../../engine/sealed.ts'
import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { Problem, problem } from '../../../kernel/errors.ts'
import { minuteMs } from '../../../kernel/time.ts'
import type { SecondFactorRow, UserRow } from '../../../model/people.ts'
import { seedLength } from '../../../ports/credentials.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { peopleSentences } from '../sentences.ts'
import { countCode } from './sign-in-attempts.ts'

/** Recovery codes per second factor; each works once. */
export const recoveryCodeCount = 10
/** Characters of 5 random bits each. */
const length = 16
const saltLength = 16

/** Crockford's base 32: a typed o, i or l is read as 0 or 1. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns codes to show once, and their hashes to store. */
export const newRecoveryCodes = (services: Services): { shown: string[]; hashes: string[] } => {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(services, length))
  return {
    shown: codes.map((code) => code.match(/.{4}/g)!.join('-')),
    hashes: codes.map((code) => saltedHash(services, randomText(services, saltLength), code)),
  }
}

/** Returns the stored hash; undefined if the code matches none. */
const findRecoveryCode = (
  services: Services,
  codes: readonly string[],
  typed: string,
): string | undefined => {
  const code = typed.replace(/o/g, '0').replace(/[il]/g, '1')
  const encoder = new TextEncoder()
  return codes.find((known) => {
    const expected = saltedHash(services, known.slice(0, saltLength), code)
    return services.crypto.equal(encoder.encode(known), encoder.encode(expected))
  })
}

/** A code of 80 random bits needs no slow hash. */
const saltedHash = (services: Services, salt: string, code: string): string =>
  salt + toHex(services.crypto.sha256(`${salt}|${code}`))

const randomText = ({ random }: Services, characters: number): string =>
  Array.from(random.bytes(characters), (byte) => alphabet[byte & 31]).join('')

/** Time for which a new second factor waits for its first code. */
export const enrolmentMs = 30 * minuteMs

export const activeFactor = (rows: Rows, userId: string): Promise<SecondFactorRow | undefined> =>
  factorOf(rows, userId, (factor) => factor.confirmedAt !== null)

/** Returns the second factor that waits for its first code, unless it expired. */
export const waitingFactor = (
  services: Services,
  rows: Rows,
  userId: string,
): Promise<SecondFactorRow | undefined> =>
  factorOf(rows, userId, ({ expiresAt }) => expiresAt !== null && expiresAt > services.clock.now())

const factorOf = async (rows: Rows, userId: string, is: (factor: SecondFactorRow) => boolean) =>
  (await rows.secondFactors.find(everyone, { userId })).find(is)

/** Returns a new unconfirmed second factor, and its seed for an authenticator app. */
export const newFactor = (
  services: Services,
  userId: string,
): { factor: SecondFactorRow; seed: Uint8Array } => {
  const now = services.clock.now()
  const id = services.ids.next('sfa')
  const seed = services.random.bytes(seedLength)
  const factor: SecondFactorRow = {
    id,
    userId,
    seed: seal(services, 'secondFactorSeed', id, seed),
    lastPeriod: 0,
    recoveryCodes: [],
    confirmedAt: null,
    createdAt: now,
    expiresAt: now + enrolmentMs,
  }
  return { factor, seed }
}

/**
 * Returns the time period of a code; undefined if the code is invalid, or if this or a later period's was
 * used.
 */
export const periodOf = async (
  services: Services,
  factor: SecondFactorRow,
  typed: string,
): Promise<number | undefined> => {
  const seed = unseal(services, 'secondFactorSeed', factor.id, factor.seed)
  const period = seed && (await services.oneTimeCodes.periodOf(seed, typed, services.clock.now()))
  return period !== undefined && period > factor.lastPeriod ? period : undefined
}

/** Removes the spaces and dashes with which codes are shown. */
export const typedCode = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '')
const isOneTimeCode = (typed: string): boolean => /^\d{1,8}$/.test(typed)

export interface Passed {
  /**
   * Records the use of the code, in the caller's transaction. Locks the user. Throws 401 if the code was
   * used, or the second factor changed, since the check.
   */
  confirm(rows: WritableRows): Promise<void>
}

/**
 * Checks the code of a user whose password was right. Throws 401 `second_factor_required` without a code, 401
 * `second_factor_failed` for a wrong, old or used one, and 429 for too many attempts. Users without a second
 * factor need no code.
 */
export const checkSecondFactor = async (
  services: Services,
  client: Client,
  user: UserRow,
  code: string | undefined,
): Promise<Passed> => {
  if (user.secondFactorAt === null) return { confirm: (rows) => assertSame(rows, user) }
  if (code === undefined) throw missing()
  const note = (event: SecurityEvent) =>
    services.security.note({ event, subject: user.id, address: client.address })
  const typed = typedCode(code)
  const factor = await services.store.read((rows) => activeFactor(rows, user.id))
  const use = isOneTimeCode(typed)
    ? await useOneTimeCode(services, client, { user, factor, typed }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'rate_limited') note('locked_out')
        throw error
      })
    : useRecoveryCode(services, factor, typed)
  if (!use) {
    note('second_factor_failed')
    throw failed()
  }
  return {
    async confirm(rows) {
      await assertSame(rows, user)
      const now = await activeFactor(rows, user.id)
      const patch = now?.id === factor?.id && now && use.patch(now)
      if (!patch) throw failed()
      await rows.secondFactors.update(everyone, now.id, patch)
      await use.forgive?.(rows)
    },
  }
}

interface Use {
  /** Returns the columns that mark the code as used; undefined if another request used it. */
  patch(factor: SecondFactorRow): Partial<SecondFactorRow> | undefined
  forgive?: (rows: WritableRows) => Promise<void>
}
interface Typed {
  user: UserRow
  factor: SecondFactorRow | undefined
  typed: string
}

/** Counts the attempt, then checks the code. Used codes, and codes of earlier periods, don't work. */
const useOneTimeCode = async (
  services: Services,
  client: Client,
  { user, factor, typed }: Typed,
): Promise<Use | undefined> => {
  const { forgive } = await countCode(services, user, client)
  const period = factor && (await periodOf(services, factor, typed))
  if (period === undefined) return undefined
  return {
    patch: ({ lastPeriod }) => (period > lastPeriod ? { lastPeriod: period } : undefined),
    forgive,
  }
}

const useRecoveryCode = (
  services: Services,
  factor: SecondFactorRow | undefined,
  typed: string,
): Use | undefined => {
  const used = factor && findRecoveryCode(services, factor.recoveryCodes, typed)
  if (used === undefined) return undefined
  return {
    patch: ({ recoveryCodes }) =>
      recoveryCodes.includes(used)
        ? { recoveryCodes: recoveryCodes.filter((code) => code !== used) }
        : undefined,
  }
}

/** Locks the user. Throws 401 if the second factor was set up, replaced or removed since `user` was read. */
const assertSame = async (rows: WritableRows, { id, secondFactorAt }: UserRow): Promise<void> => {
  const now = await rows.users.get(everyone, id, { lock: 'wait' })
  if (now?.secondFactorAt === secondFactorAt) return
  throw secondFactorAt === null ? missing() : failed()
}

/**
 * Removes a user's second factors. The caller must have locked the user, and update the user's own columns.
 */
export const removeFactors = (rows: WritableRows, userId: string): Promise<number> =>
  rows.secondFactors.remove(everyone, { userId })

const missing = () => problem(peopleSentences.sentence('second_factor_required'))

const failed = () => problem(peopleSentences.sentence('second_factor_failed'))
