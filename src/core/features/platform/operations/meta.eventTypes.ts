import { eventFamilyOf, eventTypes } from '../../../engine/events/catalogue.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { eventTypeSchema } from '../schema.ts'

export const listEventTypes = defineOperation({
  id: 'meta.eventTypes',
  method: 'GET',
  path: '/meta/event-types',
  summary: 'Every type of event',
  description: 'What `data` holds is in the API document, under webhooks.',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(eventTypeSchema),
  async handler() {
    return {
      data: Object.entries(eventTypes).map(([type, description]) => ({
        type,
        family: eventFamilyOf(type),
        version: 1,
        description,
      })),
    }
  },
})
