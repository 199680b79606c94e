import { scopesOf } from '../../../engine/access/scopes.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { problem } from '../../../kernel/errors.ts'
import { hourMs } from '../../../kernel/time.ts'
import { assertHolds } from '../../people/granting.ts'
import { countCappedKeys } from '../key-cap.ts'
import { apiKeyById, assertMayEnd, assertRoomForKey } from '../key-rows.ts'
import { apiKeyToWire, endOf, isExpired, keyAgain, newApiKeySchema, rotateInput } from '../key-schema.ts'
import { newKey } from '../keys.ts'
import { keyProblems } from '../sentences.ts'

export const rotateApiKey = defineOperation({
  id: 'developers.rotateKey',
  method: 'POST',
  path: '/developers/keys/{id}/rotate',
  summary: 'Make a key that takes another one’s place',
  description:
    'The same name, mode and scopes, with an end of its own. The old key goes on for `overlapHours` (24 unless said, 0 ends it at once), so that programs can follow at leisure. One’s own keys, or with `organisation.manage` any.',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The key, `key_…`.'),
  body: rotateInput,
  output: newApiKeySchema,
  shownOnce: keyAgain,
  status: 201,
  location: '/developers/keys/{id}',
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const { rows, shared, services, caller } = context
    const old = await apiKeyById(rows, shared, params.id)
    assertMayEnd(caller, old)
    const now = services.clock.now()
    if (old.revokedAt !== null || isExpired(old, now)) {
      throw problem(keyProblems.say('invalid_state.ended_key', { status: apiKeyToWire(old, now).status }))
    }
    // The caller sees the text of the new key, so it must hold all of its scopes.
    assertHolds(caller, scopesOf(old))
    await assertRoomForKey(rows, shared, now)
    const { mode, name, scopes, lineId, spendingCapCents } = old
    const made = { ...shared, mode, name, scopes, lineId, spendingCapCents, createdById: caller.id }
    const { row, key } = newKey(services, { ...made, expiresAt: endOf(body.expiresAt, now) })
    await rows.apiKeys.insert(row)
    if (spendingCapCents !== null) await countCappedKeys(context)
    const until = now + body.overlapHours * hourMs
    await rows.apiKeys.update(shared, old.id, { expiresAt: Math.min(old.expiresAt ?? until, until) })
    return { ...apiKeyToWire(row, now), key }
  },
})
