import { place, type Schemas } from '../../../api/client.ts'
import type { Subscription } from '../event-types.ts'
import { forgetWebhook, storedWebhook, storeWebhook } from './stored-webhook.ts'

type Body = Schemas['WebhookCreate']
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A webhook as edited in the form. */
export class WebhookDraft {
  url = $state('')
  description = $state('')
  events = $state<Subscription[]>(['*'])
  mode = $state<'both' | 'live' | 'test'>(place.mode === 'test' ? 'test' : 'both')
  postflowId = $state('')
  postbatchId = $state('')
  /** True if the change was restored from an earlier visit. */
  isRestored = $state(false)
  #base: Body | undefined

  constructor(webhook?: Schemas['Webhook']) {
    if (!webhook) return
    this.#fill(webhook as Body)
    this.#base = this.body
    const stored = storedWebhook(webhook.id)
    if (!stored) return
    // Fields that this user didn't change keep the saved value, which another user may have changed.
    const names = Object.keys(stored.value) as (keyof Body)[]
    const changed = names.filter((name) => !same(stored.value[name], stored.base[name]))
    this.#fill({ ...this.body, ...Object.fromEntries(changed.map((name) => [name, stored.value[name]])) })
    this.isRestored = !same(this.body, this.#base)
  }

  /** Returns the API body. */
  get body(): Body {
    return {
      url: this.url.trim(),
      description: this.description.trim() || null,
      events: this.events,
      filters: {
        isTest: this.mode === 'both' ? null : this.mode === 'test',
        postflowId: this.postflowId || null,
        postbatchId: this.postbatchId || null,
      },
    }
  }

  /** Stores the unsaved change in the tab, or removes it if nothing differs. */
  store(id: string): void {
    const value = this.body
    if (!this.#base || same(value, this.#base)) forgetWebhook(id)
    else storeWebhook(id, { base: this.#base, value })
  }

  /** Resets the form to the webhook, and removes the stored change. */
  settle(webhook: Schemas['Webhook']): void {
    this.#fill(webhook as Body)
    this.#base = this.body
    this.isRestored = false
    forgetWebhook(webhook.id)
  }

  #fill({ url, description, events, filters }: Body): void {
    this.url = url
    this.description = description ?? ''
    this.events = [...events] as Subscription[]
    this.mode = filters?.isTest == null ? 'both' : filters.isTest ? 'test' : 'live'
    this.postflowId = filters?.postflowId ?? ''
    this.postbatchId = filters?.postbatchId ?? ''
  }
}
