import { createLettershop } from '../../src/browser.ts'
import { createLettershop as createTestLettershop, type WebWorker } from '../../src/browser-testing.ts'
import { type Outcome, scenario } from './library-scenario.ts'

/** The functions that the page exposes to its test. */
export interface InPage {
  play(withWorker: boolean): Promise<Outcome>
  /** Sends a webhook to this URL from the browser itself, and returns its outcome. */
  sent(url: string, timeoutMs: number): Promise<{ status?: number; error?: string; responseBody: string }>
}

declare const Worker: new (url: string, options: { type: 'module' }) => WebWorker

const startWorker = (): WebWorker => new Worker('/library-worker.js', { type: 'module' })

const inPage: InPage = {
  play: (withWorker) =>
    scenario((options) =>
      createTestLettershop({
        ...options,
        renderer: { files: '/files/', ...(withWorker ? { startWorker } : {}) },
      }),
    ),
  async sent(url, timeoutMs) {
    const shop = await createLettershop({ config: { allowInsecureWebhooks: true } })
    const { webhookSender } = shop.core.services
    const body = new TextEncoder().encode('{"id":"evt_1"}')
    const headers = { 'content-type': 'application/json', 'X-Webhook-Id': 'whd_1' }
    const outcome = await webhookSender.send({ url, headers, body, timeoutMs, captureBytes: 10 })
    await shop.close()
    return outcome
  },
}
Object.assign(globalThis, inPage)
