import { place, type Schemas } from '../../../api/client.ts'
import type { Subscription } from '../event-types.ts'

/** What a person fills in about a webhook. */
export class WebhookDraft {
  url = $state('')
  description = $state('')
  events = $state<Subscription[]>(['*'])
  mode = $state<'both' | 'live' | 'test'>(place.mode === 'test' ? 'test' : 'both')
  postflowId = $state('')
  postbatchId = $state('')

  constructor(webhook?: Schemas['Webhook']) {
    if (!webhook) return
    const { url, description, events, filters } = webhook
    this.url = url
    this.description = description ?? ''
    this.events = events as Subscription[]
    this.mode = filters.isTest === null ? 'both' : filters.isTest ? 'test' : 'live'
    this.postflowId = filters.postflowId ?? ''
    this.postbatchId = filters.postbatchId ?? ''
  }

  /** As the API takes it. */
  get body(): Schemas['WebhookCreate'] {
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
}
