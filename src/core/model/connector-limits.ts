import { dayMs } from '../kernel/time.ts'

/** Limits of inbound connectors (`docs/limits.md`). */
export const connectorLimits = {
  /** Of one organisation and mode. */
  connectors: 20,
  nameLength: 80,
  /** Fields of an item that one mapping fills. */
  fields: 60,
  pathLength: 200,
  /** Paths whose values one field joins. */
  paths: 5,
  /** Bytes of one payload. */
  payloadBytes: 256 * 1024,
  payloadValues: 20_000,
  /** Deliveries that are remembered of each connector. */
  deliveries: 50,
  /** How long the same payload, or the same id in it, makes no second item. */
  rememberedMs: 7 * dayMs,
  /** Characters of the signature's secret. */
  secretLength: { min: 8, max: 200 },
} as const
