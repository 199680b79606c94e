import { matchesSubscription } from '../../../engine/events/catalogue.ts'
import type { NewEvent } from '../../../engine/events/event.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'

/** The columns of an endpoint that decide which events it receives. */
export type Subscription = Pick<
  WebhookEndpointRow,
  'id' | 'events' | 'onlyMode' | 'onlyPostflowId' | 'onlyPostbatchId'
>
/** The fields of an event that decide which endpoints receive it. */
export type Addressed = Pick<
  NewEvent,
  'type' | 'mode' | 'postflowId' | 'postbatchId' | 'onlyEndpointId' | 'exceptEndpointId'
>

/**
 * Why an endpoint does not receive an event; undefined where it does. An event for one endpoint goes to that
 * one alone, any other by subscription and filters. The fan-out and `events.explain` both use this function.
 */
export const whyNot = (
  endpoint: Subscription,
  event: Addressed,
):
  | 'for_another_endpoint'
  | 'about_itself'
  | 'not_subscribed'
  | 'other_mode'
  | 'other_postflow'
  | 'other_postbatch'
  | undefined => {
  if (event.onlyEndpointId) return event.onlyEndpointId === endpoint.id ? undefined : 'for_another_endpoint'
  if (event.exceptEndpointId === endpoint.id) return 'about_itself'
  if (!endpoint.events.some((subscription) => matchesSubscription(subscription, event.type)))
    return 'not_subscribed'
  if (endpoint.onlyMode !== null && endpoint.onlyMode !== event.mode) return 'other_mode'
  if (endpoint.onlyPostflowId !== null && endpoint.onlyPostflowId !== event.postflowId)
    return 'other_postflow'
  if (endpoint.onlyPostbatchId !== null && endpoint.onlyPostbatchId !== event.postbatchId)
    return 'other_postbatch'
  return undefined
}
