import { join } from 'node:path'
import { holdPrinting } from '../../src/core/features/runs/hold.ts'
import type { Mailer } from '../../src/core/ports/mailer.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'

const nothingLeaves = 'This instance is a drill: nothing leaves it.'

/** Where live runs of a drill go, once somebody lets them: never to the printer that the settings name. */
export const drillPrintFolder = (dataDir: string): string => join(dataDir, 'printer-drill')

/** Mail waits in its jobs; links are shown where they would be without a drill. */
export const drillMailer = (available: boolean): Mailer => ({
  available,
  send: () => Promise.reject(new Error(nothingLeaves)),
  close: async () => {},
})

/** Addresses are judged as ever. Nothing is claimed in a drill, so that nothing comes to be sent. */
export const drillSender = (sender: WebhookSender): WebhookSender => ({
  refuse: (url) => sender.refuse(url),
  close: () => sender.close(),
  send: () => Promise.reject(new Error(nothingLeaves)),
})

/** A folder that somebody serves as a drill by mistake must not believe afterwards that its mail was printed. */
export const holdForDrill = (store: Pick<Store, 'write'>): Promise<unknown> =>
  store.write((rows) =>
    holdPrinting(rows, {
      since: Date.now(),
      reason: 'This instance is, or was, served as a drill: live runs go to a folder of the drill only.',
    }),
  )
