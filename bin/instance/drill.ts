import { join } from 'node:path'
import { holdBecause } from '../../src/core/engine/hold.ts'
import { holdSentences } from '../../src/core/features/instance/sentences.ts'
import { holdPrinting } from '../../src/core/features/printers/printing-hold.ts'
import type { Mailer } from '../../src/core/ports/mailer.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'

const nothingLeaves = 'This instance is a drill: nothing leaves it.'

/** Where live runs of a drill go after printing is resumed: never to the printer's folder of the settings. */
export const drillPrintFolder = (dataDir: string): string => join(dataDir, 'printer-drill')

/**
 * A mailer that sends nothing: mail waits in its jobs, and links are shown where they would be without a
 * drill.
 */
export const drillMailer = (available: boolean): Mailer => ({
  available,
  send: () => Promise.reject(new Error(nothingLeaves)),
  close: async () => {},
})

/** A sender that checks addresses but sends nothing. In a drill no delivery is claimed. */
export const drillSender = (sender: WebhookSender): WebhookSender => ({
  refuse: (url) => sender.refuse(url),
  close: () => sender.close(),
  send: () => Promise.reject(new Error(nothingLeaves)),
})

/** Holds printing, so that a folder served as a drill by mistake does not count its mail as printed. */
export const holdForDrill = (store: Pick<Store, 'write'>): Promise<unknown> =>
  store.write((rows) => holdPrinting(rows, holdBecause(holdSentences.say('hold_reason.drill'), Date.now())))
