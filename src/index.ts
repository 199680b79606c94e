/**
 * `lettershop`: the domain as a library, in memory by default. It opens no port and needs no server or
 * database: a host provides the ports it has (`lettershop/sqlite`, `lettershop/postgres`), and mounts
 * `lettershop/server` where it wants HTTP.
 */
import { randomBytes } from 'node:crypto'
import { createHolidays } from './adapters/holidays/holidays.ts'
import { createCrypto, createPasswords, createSystemRandom } from './adapters/system/crypto.ts'
import { createWebhookSender } from './adapters/webhook-http/sender.ts'
import { samples } from './core/features/products/samples/index.ts'
import { type Lettershop, type LettershopOptions, openLettershop } from './lettershop.ts'
import { nodeRenderer } from './node-renderer.ts'

/**
 * The library on Node and Bun. Jobs run when `settle` is called, or in a server with its ticker.
 * Throws where `secretKey` is not 32 bytes, `SecretKeyMismatch` where the store holds secrets that it cannot
 * open, and what the store throws.
 */
export const createLettershop = async (options: LettershopOptions = {}): Promise<Lettershop> =>
  openLettershop(options, {
    warn: (message) => process.emitWarning(message, 'LettershopWarning'),
    random: createSystemRandom(),
    crypto: createCrypto(options.secretKey ?? new Uint8Array(randomBytes(32))),
    passwords: createPasswords(),
    holidays: createHolidays(),
    sampleCatalogues: samples,
    renderer: nodeRenderer({ workers: 0 }),
    webhookSender: createWebhookSender({
      allowInsecure: options.config?.allowInsecureWebhooks ?? false,
      allowCidrs: [],
    }),
  })

export * from './public.ts'
