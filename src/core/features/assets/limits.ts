import type { UploadKind } from '../../model/assets.ts'

export const mebibyte = 1024 * 1024

/** Every limit of uploads and assets; `docs/limits.md` prints them. */
export const uploadLimits = {
  /** Bytes of one file. */
  bytes: {
    IMAGE: 50 * mebibyte,
    PDF: 50 * mebibyte,
    DRAWING: 5 * mebibyte,
    CSV: 100 * mebibyte,
    XLSX: 50 * mebibyte,
    FONT: 32 * mebibyte,
  } satisfies Record<UploadKind, number>,
  nameLength: 200,
  /** How long a body may take to arrive. A blob without a row is swept away after a day. */
  receiveHours: 12,
  /** How long the bytes of a list are kept: they hold people's addresses. */
  csvDays: 30,
} as const
