import { fromBase64, toBase64 } from '../core/kernel/bytes.ts'
import { type Passwords, PasswordsBusy } from '../core/ports/credentials.ts'

export interface ScryptParameters {
  /** log2 of scrypt's N. */
  cost: number
  blockSize: number
  parallelization: number
}

/** 64 MiB, two passes: the minimum of both OWASP's cheat sheet and ASVS 4 (2.4.6, later revision). */
const today: ScryptParameters = { cost: 16, blockSize: 8, parallelization: 2 }
export const scryptKeyLength = 32
/** Maximum passwords hashed concurrently, and waiting; further requests get status 429. */
export const passwordQueue = { concurrency: 2, waiting: 32 } as const
const saltLength = 16

export interface PasswordsOptions {
  parameters?: Partial<ScryptParameters>
  /** Maximum concurrent hashes; each takes memory and a thread of the pool that file access also uses. */
  concurrency?: number
  /** Maximum waiting calls; further ones throw `PasswordsBusy`. */
  waiting?: number
}

export interface Scrypt {
  /** Returns `scryptKeyLength` bytes without blocking the event loop. */
  derive(password: string, salt: Uint8Array, parameters: ScryptParameters): Promise<Uint8Array>
  randomBytes(length: number): Uint8Array
  /** Compares equally long values in constant time. */
  equal(a: Uint8Array, b: Uint8Array): boolean
}

/** Hashes passwords with scrypt, as `$scrypt$ln=16,r=8,p=2$salt$key` with salt and key in base64. */
export const scryptPasswords = (
  { derive, randomBytes, equal }: Scrypt,
  options: PasswordsOptions = {},
): Passwords => {
  const parameters = { ...today, ...options.parameters }
  const queued = createQueue(
    options.concurrency ?? passwordQueue.concurrency,
    options.waiting ?? passwordQueue.waiting,
  )
  // Normalised, because keyboards encode the same characters differently.
  const keyOf = (password: string, salt: Uint8Array, chosen: ScryptParameters) =>
    derive(password.normalize('NFKC'), salt, chosen)
  return {
    hash: (password) =>
      queued(async () => {
        const salt = randomBytes(saltLength)
        return write(parameters, salt, await keyOf(password, salt, parameters))
      }),
    verify: (password, hash) =>
      queued(async () => {
        const kept = read(hash)
        if (!kept) return { ok: false, outdated: false }
        const ok = equal(await keyOf(password, kept.salt, kept.parameters), kept.key)
        return { ok, outdated: ok && write(parameters, kept.salt, kept.key) !== hash }
      }),
  }
}

const write = (
  { cost, blockSize, parallelization }: ScryptParameters,
  salt: Uint8Array,
  key: Uint8Array,
): string => `$scrypt$ln=${cost},r=${blockSize},p=${parallelization}$${toBase64(salt)}$${toBase64(key)}`

const read = (hash: string) => {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/=]+)\$([\w+/=]+)$/.exec(hash)
  if (!match) return undefined
  const [cost, blockSize, parallelization] = match.slice(1, 4).map(Number)
  const [salt, key] = [fromBase64(match[4]!), fromBase64(match[5]!)]
  if (!salt || key?.length !== scryptKeyLength) return undefined
  return {
    parameters: { cost: cost!, blockSize: blockSize!, parallelization: parallelization! },
    salt,
    key,
  }
}

/** Limits concurrency, in order of arrival. Throws `PasswordsBusy` if too many wait. */
const createQueue = (concurrency: number, limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= limit) throw new PasswordsBusy()
      // A finished call passes its slot to the next one, so that no new call can overtake.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
