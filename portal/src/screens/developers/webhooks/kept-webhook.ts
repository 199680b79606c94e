import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'

type Body = Schemas['WebhookCreate']

/** A change of a webhook that is not saved. */
export interface KeptWebhook {
  /** The webhook as it was when the change was begun. */
  base: Body
  value: Body
}

/** Another person who signs in at this tab does not find it. */
const keyOf = (id: string): string => `lettershop.webhook.${session.current?.user.id ?? ''}.${id}`

/** Keeps what is not saved in this tab: it survives another page and a reload, and ends with the tab. */
export const keepWebhook = (id: string, kept: KeptWebhook): void => {
  if (!session.current) return
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(kept))
  } catch {
    // The browser gives no room; then only the page itself has it.
  }
}

export const forgetWebhook = (id: string): void => sessionStorage.removeItem(keyOf(id))

export const keptWebhook = (id: string): KeptWebhook | undefined => {
  const kept = sessionStorage.getItem(keyOf(id))
  return kept === null ? undefined : JSON.parse(kept)
}
