import { scryptAsync } from '@noble/hashes/scrypt.js'
import type { Passwords } from '../../core/ports/passwords.ts'
import { type PasswordsOptions, scryptKeyLength, scryptPasswords } from '../scrypt-passwords.ts'
import { equalBytes } from './crypto.ts'

/**
 * scrypt of @noble/hashes, in slices of a few milliseconds. With the current parameters a hash takes about 2
 * s.
 */
export const createWebPasswords = (options: PasswordsOptions = {}): Passwords =>
  scryptPasswords(
    {
      derive: (password, salt, { cost, blockSize, parallelization }) =>
        scryptAsync(password, salt, {
          N: 2 ** cost,
          r: blockSize,
          p: parallelization,
          dkLen: scryptKeyLength,
          maxmem: 2 ** 30,
        }),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      equal: equalBytes,
    },
    options,
  )
