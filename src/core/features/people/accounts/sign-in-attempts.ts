import type { Client } from '../../../engine/caller.ts'
import type { Services } from '../../../engine/services.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { networkOf } from '../../../kernel/network.ts'
import { dayMs, hourMs, minuteMs } from '../../../kernel/time.ts'
import type { UserRow } from '../../../model/people.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { peopleProblems } from '../sentences.ts'

/**
 * Limits against password guessing that don't let an attacker lock a user out (docs/design/users.md). A
 * browser that the user has signed in with before has its own count, which the others don't affect.
 */
export const guessLimits = {
  /** One account from one network address. */
  pair: { limit: 5, windowMs: 15 * minuteMs },
  /** One network address, for any account. */
  address: { limit: 30, windowMs: 15 * minuteMs },
  /** One account from all network addresses. */
  account: { limit: 100, windowMs: hourMs },
  device: { limit: 10, windowMs: 15 * minuteMs },
  /** A second factor has a million codes. Counts per account over all addresses, or per known browser. */
  code: { limit: 20, windowMs: dayMs },
} as const

/** The account of an e-mail address. Times are null for an address without an account. */
type Account = Pick<UserRow, 'emailKey' | 'passwordSetAt' | 'secondFactorAt'>

interface Count {
  id: string
  limit: number
  endsAt: number
}

/**
 * Counts an attempt to sign in. Call it before the check, so that concurrent attempts count. Throws 429, also
 * for unknown accounts.
 */
export const countAttempt = (services: Services, account: Account, client: Client): Promise<Counted> =>
  countAll(services, countsOf(services, account, client), 'password')

/**
 * Counts an attempt at a one-time code, after the right password. Attempts from unknown browsers don't use up
 * the counts of the owner's browsers. Recovery codes are not counted: they are too long to be guessed. Throws
 * 429.
 */
export const countCode = (services: Services, account: Account, client: Client): Promise<Counted> => {
  const device = knownDevice(services, account, client.deviceToken)
  const count = countOf(services, 'code', device ?? account.emailKey)
  return countAll(services, [count], 'code')
}

export interface Counted {
  /** Undoes the count of a right attempt. */
  forgive(rows: WritableRows): Promise<void>
}

const countAll = async (
  services: Services,
  counts: readonly Count[],
  guessed: 'password' | 'code',
): Promise<Counted> => {
  await services.store.write(async (rows) => {
    for (const count of counts) await add(services, rows, count, guessed)
  })
  return {
    async forgive(rows: WritableRows): Promise<void> {
      for (const { id } of counts) await rows.signInAttempts.addIf(everyone, id, { count: -1 }, { count: 1 })
    },
  }
}

const add = async (
  services: Services,
  rows: WritableRows,
  { id, limit, endsAt }: Count,
  guessed: 'password' | 'code',
): Promise<void> => {
  const { count } = await rows.signInAttempts.add({ id, count: 0, expiresAt: endsAt }, { count: 1 })
  if (count <= limit) return
  const seconds = Math.max(1, Math.ceil((endsAt - services.clock.now()) / 1000))
  throw problem(peopleProblems.sentence(`rate_limited.${guessed}`, { seconds }), {
    headers: { 'Retry-After': String(seconds) },
  })
}

const countOf = (services: Services, kind: keyof typeof guessLimits, whom: string): Count => {
  const { limit, windowMs } = guessLimits[kind]
  const window = Math.floor(services.clock.now() / windowMs)
  const id = toHex(services.crypto.sha256(`${kind}|${whom}|${window}`))
  return { id, limit, endsAt: (window + 1) * windowMs }
}

const countsOf = (services: Services, account: Account, client: Client): Count[] => {
  const { emailKey } = account
  const count = (kind: keyof typeof guessLimits, whom: string) => countOf(services, kind, whom)
  const device = knownDevice(services, account, client.deviceToken)
  if (device !== undefined) return [count('device', device)]
  const network = networkOf(client.address)
  return [count('pair', `${emailKey}|${network}`), count('address', network), count('account', emailKey)]
}

/**
 * Returns a device token: a random part and a code that only this instance can make. The token is valid until
 * the password or the second factor changes, so that a former holder of the account has no known browser.
 */
export const newDevice = (services: Services, account: Account): string => {
  const random = services.ids.secret('')
  return `${random}-${deviceCode(services, account, random)}`
}

const knownDevice = (services: Services, account: Account, token: string | undefined) => {
  const [, random, code] = /^(\w{32})-([0-9a-f]{48})$/.exec(token ?? '') ?? []
  if (random === undefined || code === undefined) return undefined
  const encoder = new TextEncoder()
  const expected = encoder.encode(deviceCode(services, account, random))
  return services.crypto.equal(encoder.encode(code), expected) ? random : undefined
}

const deviceCode = ({ crypto }: Services, account: Account, random: string): string => {
  const { emailKey, passwordSetAt, secondFactorAt } = account
  const message = `${emailKey}|${passwordSetAt}|${secondFactorAt}|${random}`
  return toHex(crypto.hmacSha256(crypto.derive('devices'), message)).slice(0, 48)
}
