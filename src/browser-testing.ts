/**
 * `lettershop/browser/testing`: `lettershop/testing` in a page, for tests and demonstrations with a clock
 * that you move.
 */
import { type BrowserRendererOptions, createLettershop as createLibrary } from './browser.ts'
import { openTestLettershop, type TestingOptions, type TestLettershop } from './testing/lettershop.ts'

export interface BrowserTestingOptions extends TestingOptions {
  renderer?: BrowserRendererOptions
}

/** Opens the library in memory, reproducible by seed. */
export const createLettershop = ({
  renderer,
  ...options
}: BrowserTestingOptions = {}): Promise<TestLettershop> =>
  openTestLettershop((given) => createLibrary({ ...given, renderer }), options)

export type { BrowserRendererOptions, RendererFiles, WebWorker } from './browser.ts'
export { everyPage } from './client/client.ts'
export { verifyWebhook } from './client/verify-webhook.ts'
export type { Event } from './core/engine/events/schema.ts'
export type { Sample, TestingOptions, TestLettershop } from './testing/lettershop.ts'
export type { Proof } from './testing/proof.ts'
export type { TestTime } from './testing/time.ts'
