import * as v from 'valibot'
import { integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { runSchema } from './schema.ts'

/** The most codes of one call. */
export const maxPostedCodes = 500

export const postedInput = v.optional(
  namedStrictObject('RunPosted', 'Which pieces were given to the carrier.', {
    codes: described(
      v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
          v.minLength(1),
          v.maxLength(maxPostedCodes),
        ),
      ),
      'What was scanned from the pieces: the address of their QR code, its code, or their `itm_…`. The whole run if absent.',
    ),
  }),
  {},
)

export const postedResult = namedObject('RunPostedResult', 'The run, and what is still to be posted.', {
  run: described(runSchema, 'The run as it is now.'),
  posted: described(integer, 'How many pieces were posted with this call.'),
  remaining: described(integer, 'How many of its pieces are still to be posted.'),
})
