/** `lettershop/testing`: the whole service inside a test, with a clock that you move. No port, no network. */
import { createLettershop as createLibrary } from './index.ts'
import { openTestLettershop, type TestingOptions, type TestLettershop } from './testing/lettershop.ts'

/** Opens the library in memory, reproducible by seed. Close it when the test ends. */
export const createLettershop = (options: TestingOptions = {}): Promise<TestLettershop> =>
  openTestLettershop(createLibrary, options)

export { everyPage } from './client/client.ts'
export { verifyWebhook } from './client/verify-webhook.ts'
export type { Event } from './core/engine/events/schema.ts'
export type { Sample, TestingOptions, TestLettershop } from './testing/lettershop.ts'
export type { Proof } from './testing/proof.ts'
export type { TestTime } from './testing/time.ts'
