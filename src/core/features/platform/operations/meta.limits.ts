import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { type RateClass, rateClasses } from '../../../kernel/rate-classes.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { publishedLimits } from '../limits.ts'
import { limitSchema, rateLimitSchema } from '../schema.ts'

export const listLimits = defineOperation({
  id: 'meta.limits',
  method: 'GET',
  path: '/meta/limits',
  summary: 'Rate limits of this organisation, and every other limit',
  permission: 'authenticated',
  effect: 'read',
  output: namedObject('Limits', 'The limits of the API, as they hold for this organisation.', {
    rateLimits: described(v.array(rateLimitSchema), 'Requests a minute by class.'),
    limits: described(v.array(limitSchema), 'The other limits.'),
    allowsInsecureWebhooks: described(
      v.boolean(),
      'Whether webhooks may have `http://` addresses and those of the server itself, as in development.',
    ),
  }),
  async handler({ services, organisation }) {
    return {
      rateLimits: (Object.entries(rateClasses) as [RateClass, number][]).map(([name, standard]) => ({
        class: name,
        perMinute: organisation.rateLimits[name] ?? standard,
        defaultPerMinute: standard,
      })),
      limits: publishedLimits(services).map(([name, value, unit]) => ({ name, value, unit })),
      allowsInsecureWebhooks: services.config.allowInsecureWebhooks,
    }
  },
})
