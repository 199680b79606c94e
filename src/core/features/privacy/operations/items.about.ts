import { defineOperation } from '../../../engine/operation.ts'
import { aboutInput, aboutOutput } from '../schema.ts'
import { about, payloadsAbout } from '../subject-access.ts'

export const aboutRecipient = defineOperation({
  id: 'items.about',
  method: 'POST',
  path: '/items/about',
  summary: 'Show all that is held about a recipient',
  description:
    'For a person who asks what is known of them: items with their history, scans and printed pages, suppression ' +
    'entries, previews and what stopped connectors have stored, matched by the normalised address and, where one is given, by the name. Changes nothing. ' +
    '`items.erase` erases; what it has erased is not found here any more.',
  permission: 'items.read',
  effect: 'read',
  body: aboutInput,
  output: aboutOutput,
  prepare: (context, { body }) => payloadsAbout(context, body.recipient, body.cursor),
  handler: (context, { body }, payloads) => about(context, body.recipient, { cursor: body.cursor, payloads }),
})
