import type { UploadKind } from '../../model/assets.ts'

export const mebibyte = 1024 * 1024

/** Documented in `docs/limits.md`. */
export const uploadLimits = {
  /** Maximum size of a file in bytes. */
  bytes: {
    IMAGE: 50 * mebibyte,
    PDF: 50 * mebibyte,
    DRAWING: 5 * mebibyte,
    CSV: 100 * mebibyte,
    XLSX: 50 * mebibyte,
    FONT: 32 * mebibyte,
  } satisfies Record<UploadKind, number>,
  nameLength: 200,
  /** Maximum time for receiving a body. A blob without a row is removed after a day. */
  receiveHours: 12,
  /** Days to keep the bytes of a list, because they contain personal addresses. */
  csvDays: 30,
} as const
