import { dayMs, hourMs, minuteMs, secondMs } from '../../src/core/kernel/time.ts'

/** One row of docs/limits.md. Its numbers come from the constants that the program itself uses. */
export type Limit = readonly [what: string, limit: string, beyond: string]

export interface Section {
  heading: string
  limits: readonly Limit[]
}

/** `1000000` → `1,000,000`. */
export const count = (value: number): string => value.toLocaleString('en')

const [kib, mib] = [1024, 1024 * 1024]

/** Formats bytes as `8 KiB` or `4 MiB`. Throws if they are not whole KiB. */
export const size = (bytes: number): string => {
  if (bytes % mib === 0) return `${bytes / mib} MiB`
  if (bytes % kib !== 0) throw new Error(`${bytes} bytes are not whole KiB.`)
  return `${bytes / kib} KiB`
}

/** Formats bytes as `256 MB`. */
export const megabytes = (bytes: number): string => `${count(bytes / 1_000_000)} MB`

export const megapixels = (pixels: number): string => `${count(pixels / 1_000_000)} megapixels`

const inUnit = (ms: number, unit: number): string => {
  if (ms % unit !== 0) throw new Error(`${ms} ms are not a multiple of ${unit} ms.`)
  return count(ms / unit)
}
export const seconds = (ms: number): string => inUnit(ms, secondMs)
export const minutes = (ms: number): string => inUnit(ms, minuteMs)
export const hours = (ms: number): string => inUnit(ms, hourMs)
export const days = (ms: number): string => inUnit(ms, dayMs)
