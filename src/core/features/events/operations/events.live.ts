import * as v from 'valibot'
import { permissionsOfSession } from '../../../engine/access/session.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { eventSentences } from '../sentences.ts'

export const liveEvents = defineOperation({
  id: 'events.live',
  method: 'GET',
  path: '/live',
  summary: 'Events as they happen',
  description:
    'Server-Sent Events for pages of the portal: each event of the organisation in the mode of the request, with its number in the organisation as `id`, its type as `event` and the envelope as `data`. The first says `ready` and the number from which on it tells. `after` repeats what was missed; where that is more than 100 events, `reload` says so instead, and so it does where more happens at once than all streams together are told. A frame without a number is a hint: `export.changed`, `import.changed`, `topUp.changed`, `ticket.changed` or `testClock.changed` say that such a thing, which has no event for it, changed; a stream that was cut off does not repeat them. A comment comes at least every 15 seconds. The stream shows what the permissions show, and ends with the session, with the server, and where it is not read for long. It does not count as use of the session.',
  permission: 'authenticated',
  audience: 'portal',
  effect: 'process',
  passive: true,
  query: v.strictObject({
    after: described(
      v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,15}$/, eventSentences.message('invalid_format.event_number')),
          v.transform(Number),
        ),
      ),
      'The `id` of the last event that was heard: what happened after it is told first.',
    ),
  }),
  output: 'stream',
  contentType: 'text/event-stream',
  async handler({ services, scope, caller, sessionId }, { query }) {
    return {
      contentType: 'text/event-stream',
      content: await services.live.open({
        scope,
        callerId: caller.id,
        after: query.after,
        permissionsNow: async () =>
          sessionId === undefined
            ? undefined
            : permissionsOfSession(services, sessionId, scope.organisationId),
      }),
      // Proxies hand each event on at once, as it is.
      headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
    }
  },
})
