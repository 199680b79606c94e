import { dayMs } from '../kernel/time.ts'

/** Limits of inbound connectors (`docs/limits.md`). */
export const connectorLimits = {
  /** Connectors in one organisation and mode. */
  connectors: 20,
  nameLength: 80,
  /** Fields of an item that one mapping may fill. */
  fields: 60,
  pathLength: 200,
  /** Paths whose values one field may join. */
  paths: 5,
  /** Bytes of one payload. */
  payloadBytes: 256 * 1024,
  payloadValues: 20_000,
  /** Deliveries that are recorded for each connector. */
  deliveries: 50,
  /** How long a repeated payload, or a repeated id in it, creates no second item. */
  rememberedMs: 7 * dayMs,
  /** How long a stopped connector still takes payloads, and how long each of them is kept. */
  storedMs: 7 * dayMs,
  /** Payloads that are stored for one stopped connector. */
  storedPayloads: 5_000,
  /** Characters of the signature's secret. */
  secretLength: { min: 8, max: 200 },
} as const
