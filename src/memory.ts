/** `lettershop/memory`: ports in memory. */
export { createMemoryBlobs } from './adapters/memory/blobs.ts'
export { createMemoryClock, type MemoryClock } from './adapters/memory/clock.ts'
export {
  createMemoryPrintPartner,
  type MemoryPrintPartner,
  type MemoryPrintPartnerOptions,
} from './adapters/memory/print-partner.ts'
export { createSeededRandom } from './adapters/memory/random.ts'
export { createMemoryStore, type MemoryStoreOptions } from './adapters/memory/store.ts'
export { createMemoryWebhookSender, type MemoryWebhookSender } from './adapters/memory/webhook-sender.ts'
