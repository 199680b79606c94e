import type { Hold } from '../../src/core/engine/hold.ts'
import { toDateTime } from '../../src/core/kernel/time.ts'

/** A hold as the command line shows it. */
export const holdToJson = (hold: Hold | undefined) => ({
  held: hold !== undefined,
  since: hold ? toDateTime(hold.since) : null,
  reason: hold?.reason ?? null,
})
