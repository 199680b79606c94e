import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../../core/ports/passwords.ts'
import { type PasswordsOptions, type Scrypt, scryptKeyLength, scryptPasswords } from '../scrypt-passwords.ts'

/** scrypt of node:crypto, in its threads. */
export const createPasswords = (options: PasswordsOptions = {}): Passwords =>
  scryptPasswords(
    { derive, randomBytes: (length) => new Uint8Array(randomBytes(length)), equal: timingSafeEqual },
    options,
  )

const derive: Scrypt['derive'] = (password, salt, { cost, blockSize, parallelization }) => {
  const options: ScryptOptions = { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 2 ** 30 }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, scryptKeyLength, options, (error, key) => {
      if (error) reject(error)
      else resolve(new Uint8Array(key))
    })
  })
}
