import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'

type Body = Schemas['WebhookCreate']

/** An unsaved change of a webhook. */
export interface StoredWebhook {
  /** The webhook when editing began. */
  base: Body
  value: Body
}

/** Includes the user in the key, so that another user of this tab doesn't find the change. */
const keyOf = (id: string): string => `lettershop.webhook.${session.current?.user.id ?? ''}.${id}`

/** Stores the change in the tab: it survives navigation and reloads, and ends with the tab. */
export const storeWebhook = (id: string, stored: StoredWebhook): void => {
  if (!session.current) return
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(stored))
  } catch {
    // Storage is full; the change then exists only in the page.
  }
}

export const forgetWebhook = (id: string): void => sessionStorage.removeItem(keyOf(id))

export const storedWebhook = (id: string): StoredWebhook | undefined => {
  const stored = sessionStorage.getItem(keyOf(id))
  return stored === null ? undefined : JSON.parse(stored)
}
