import { scopesOf } from '../../../engine/access/scopes.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { assertHolds } from '../../people/granting.ts'
import { assertCapFits, countCappedKeys } from '../key-cap.ts'
import { assertRoomForKey } from '../key-rows.ts'
import { apiKeyInput, apiKeyToWire, endOf, keyAgain, maxActiveKeys, newApiKeySchema } from '../key-schema.ts'
import { namedScopes, newKey } from '../keys.ts'

export const createApiKey = defineOperation({
  id: 'developers.createKey',
  method: 'POST',
  path: '/developers/keys',
  summary: 'Create an API key',
  description: `Its text is shown this once. A key may do nothing that its maker may not; operators' scopes are given by name. Up to ${maxActiveKeys} keys that work.`,
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  body: apiKeyInput,
  output: newApiKeySchema,
  shownOnce: keyAgain,
  status: 201,
  location: '/developers/keys/{id}',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    const { rows, shared, services, caller } = context
    const scopes = namedScopes(body.scopes)
    assertHolds(caller, scopesOf({ scopes }))
    const now = services.clock.now()
    await assertRoomForKey(rows, shared, now)
    const { mode, name, spendingCapCents } = body
    assertCapFits(mode, spendingCapCents)
    const expiresAt = endOf(body.expiresAt, now)
    const { row, key } = newKey(services, {
      ...shared,
      mode,
      name,
      scopes,
      expiresAt,
      createdById: caller.id,
      spendingCapCents,
    })
    await rows.apiKeys.insert(row)
    if (spendingCapCents !== null) await countCappedKeys(context)
    return { ...apiKeyToWire(row, now), key }
  },
})
