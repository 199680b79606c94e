import { mebibyte } from '../assets/limits.ts'

/** Limits of the files that an operator adds (`docs/limits.md`). */
export const instanceAssetLimits = {
  idLength: 40,
  /** A font of Chinese characters has ten to twenty megabytes; every rendering thread holds it once. */
  fontBytes: 32 * mebibyte,
  profileBytes: 8 * mebibyte,
  fonts: 8,
  profiles: 50,
} as const
