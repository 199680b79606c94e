/**
 * `lettershop`: the domain as a library, in memory by default. It opens no port and needs no server or
 * database. Pass the ports that you have (`lettershop/sqlite`, `lettershop/postgres`), and mount
 * `lettershop/server` for HTTP.
 */
import { randomBytes } from 'node:crypto'
import { createHolidays } from './adapters/holidays/holidays.ts'
import { createCrypto, createPasswords, createSystemRandom } from './adapters/system/crypto.ts'
import { createWebhookSender } from './adapters/webhook-http/sender.ts'
import { samples } from './core/features/products/samples/index.ts'
import { type Lettershop, type LettershopOptions, openLettershop } from './lettershop.ts'
import { nodeRenderer } from './node-renderer.ts'

/**
 * Opens the library on Node or Bun. Jobs run when you call `settle`, or in a server with its ticker. Throws
 * unless `secretKey` has 32 bytes, a `TypeError` for unknown options, `SecretKeyMismatch` if the store holds
 * secrets that the key can't open, and the errors of the store.
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
