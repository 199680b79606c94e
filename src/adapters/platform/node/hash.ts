import { createHash, hash } from 'node:crypto'
import type { Sha256 } from '../contract.ts'

export const createSha256 = (): Sha256 => createHash('sha256')

/** Returns the SHA-256 as 64 hex digits. */
export const sha256Hex = (data: Uint8Array | string): string => hash('sha256', data)
