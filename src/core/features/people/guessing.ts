import type { Client } from '../../engine/scope.ts'
import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/network.ts'
import { dayMs, hourMs, minuteMs } from '../../kernel/time.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'

/**
 * Against guessing passwords, without letting anybody lock others out (decision 61). Failures are counted by account
 * *and* address, by address, and by account over all addresses; a browser that the user signed in with before has a
 * count of its own and is not touched by the others.
 */
export const guessLimits = {
  /** For one account, from one address. */
  pair: { limit: 5, windowMs: 15 * minuteMs },
  /** From one address, whatever the account. */
  address: { limit: 30, windowMs: 15 * minuteMs },
  /** For one account, from everywhere. */
  account: { limit: 100, windowMs: hourMs },
  /** With a known browser. */
  device: { limit: 10, windowMs: 15 * minuteMs },
  /** Codes of a second factor, each of which is one of a million: for one account from everywhere, or with a known browser. */
  code: { limit: 20, windowMs: dayMs },
} as const

/** Whom an attempt is about; an address without an account has no time. */
type Account = Pick<UserRow, 'emailKey' | 'passwordSetAt' | 'secondFactorAt'>

interface Count {
  id: string
  limit: number
  endsAt: number
}

/**
 * Counts an attempt before the password is looked at, so that a thousand at once are a thousand. Throws 429, the same
 * for an account that does not exist; `forgive` takes it back where the password was right.
 */
export const countAttempt = (services: Services, account: Account, client: Client): Promise<Counted> =>
  countAll(services, countsOf(services, account, client), 'Ask for a reset link otherwise.')

/**
 * The same for a code of the second factor, which only who knows the password gets to send. Whoever does so from elsewhere uses up
 * no count of the owner's browsers, and recovery codes are not counted here: they are too long to be guessed.
 */
export const countCode = (services: Services, account: Account, client: Client): Promise<Counted> => {
  const device = knownDevice(services, account, client.deviceToken)
  const count = countOf(services, 'code', device ?? account.emailKey)
  return countAll(services, [count], 'A recovery code works now, as does a browser that you signed in with.')
}

/** An attempt that was counted. */
export interface Counted {
  /** Takes it back: it was right. */
  forgive(rows: WritableRows): Promise<void>
}

const countAll = async (
  services: Services,
  counts: readonly Count[],
  otherwise: string,
): Promise<Counted> => {
  await services.store.write(async (rows) => {
    for (const count of counts) await add(services, rows, count, otherwise)
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
  otherwise: string,
): Promise<void> => {
  const { count } = await rows.signInAttempts.add({ id, count: 0, expiresAt: endsAt }, { count: 1 })
  if (count <= limit) return
  const seconds = Math.max(1, Math.ceil((endsAt - services.clock.now()) / 1000))
  throw problem('rate_limited', `Too many attempts. Try again in ${seconds} s. ${otherwise}`, {
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
 * What a browser keeps after somebody signed in with it: who, a random part, and a code that only we can make. It is known until the
 * password or the second factor changes: whoever had the account before must not come with browsers of theirs, each with a count
 * of its own.
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
  const told = `${emailKey}|${passwordSetAt}|${secondFactorAt}|${random}`
  return toHex(crypto.hmacSha256(crypto.derive('devices'), told)).slice(0, 48)
}
