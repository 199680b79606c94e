import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type Passwords, PasswordsBusy } from '../../core/ports/passwords.ts'

interface Parameters {
  /** log2 of scrypt's N. */
  cost: number
  blockSize: number
  parallelization: number
}

/** 64 MiB, two passes: the least that OWASP's cheat sheet and ASVS 4 (2.4.6 of its later text) both take. */
const today: Parameters = { cost: 16, blockSize: 8, parallelization: 2 }
const keyLength = 32

export interface PasswordsOptions {
  parameters?: Partial<Parameters>
  /** At once: each takes a thread of the pool that files share, and memory. */
  concurrency?: number
  /** May wait; more is refused. */
  waiting?: number
}

/** scrypt of node:crypto, in its threads. A hash reads `$scrypt$ln=16,r=8,p=2$salt$key`, both in base64. */
export const createPasswords = (options: PasswordsOptions = {}): Passwords => {
  const parameters = { ...today, ...options.parameters }
  const queued = createQueue(options.concurrency ?? 2, options.waiting ?? 32)
  return {
    hash: (password) =>
      queued(async () => {
        const salt = new Uint8Array(randomBytes(16))
        return write(parameters, salt, await derive(password, salt, parameters))
      }),
    verify: (password, hash) =>
      queued(async () => {
        const kept = read(hash)
        if (!kept) return { ok: false, outdated: false }
        const ok = timingSafeEqual(await derive(password, kept.salt, kept.parameters), kept.key)
        return { ok, outdated: ok && write(parameters, kept.salt, kept.key) !== hash }
      }),
  }
}

/** Equal to the eye is equal: what keyboards write in several ways is one password. */
const derive = (password: string, salt: Uint8Array, parameters: Parameters): Promise<Uint8Array> => {
  const { cost, blockSize, parallelization } = parameters
  const options: ScryptOptions = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 2 ** 30 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error)
      else resolve(new Uint8Array(key))
    })
  })
}

const write = ({ cost, blockSize, parallelization }: Parameters, salt: Uint8Array, key: Uint8Array): string =>
  `$scrypt$ln=${cost},r=${blockSize},p=${parallelization}$${toBase64(salt)}$${toBase64(key)}`

const read = (hash: string) => {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/=]+)\$([\w+/=]+)$/.exec(hash)
  if (!match) return undefined
  const [cost, blockSize, parallelization] = match.slice(1, 4).map(Number)
  const key = fromBase64(match[5]!)
  if (key.length !== keyLength) return undefined
  return {
    parameters: { cost: cost!, blockSize: blockSize!, parallelization: parallelization! },
    salt: fromBase64(match[4]!),
    key,
  }
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** Runs a few at a time, in order; refuses what would wait behind too many. */
const createQueue = (concurrency: number, limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= limit) throw new PasswordsBusy()
      // Whoever ends hands its place on, so that nobody new slips in between.
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
