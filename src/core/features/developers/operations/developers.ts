import * as v from 'valibot'
import { markRevoked } from '../../../engine/access/authority.ts'
import { scopesOf } from '../../../engine/access/permissions.ts'
import type { WriteContext } from '../../../engine/context.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { requestLogLimits } from '../../../engine/request-log.ts'
import { idParams } from '../../../engine/wire.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { hourMs, toDateTime } from '../../../kernel/time.ts'
import { described, integer, namedObject } from '../../../kernel/wire-schema.ts'
import { apiKeysTable } from '../../../model/api-keys.ts'
import type { ItemRow, ItemStatus } from '../../../model/items.ts'
import { requestLogTable } from '../../../model/requests.ts'
import { itemById, itemFor } from '../../items/item.ts'
import { moveContext, moveItem } from '../../items/move.ts'
import { saveItem } from '../../items/save.ts'
import { itemParams, itemSchema } from '../../items/schema.ts'
import { capChanged } from '../../ledger/spending-caps.ts'
import { assertHolds } from '../../people/membership/roles.ts'
import { excludeItems } from '../../runs/operating.ts'
import { countScan } from '../../tracking/scan.ts'
import {
  apiKeyById,
  apiKeyInput,
  apiKeyPatch,
  apiKeySchema,
  apiKeyToWire,
  assertCapFits,
  assertMayEnd,
  assertRoomForKey,
  countCappedKeys,
  endOf,
  isExpired,
  keyAgain,
  maxActiveKeys,
  newApiKeySchema,
  rotateInput,
} from '../key-schema.ts'
import { namedScopes, newKey } from '../keys.ts'
import {
  simulateInput,
  testClockAdvanceInput,
  testClockAdvanceSchema,
  testClockSchema,
  whoamiSchema,
} from '../schema.ts'
import { keyProblems } from '../sentences.ts'
import { advanceTestClock as advance, clockTarget, testClockToWire } from '../test-clock.ts'

export const advanceTestClock = defineOperation({
  id: 'developers.advanceTestClock',
  method: 'POST',
  path: '/developers/test-clock/advance',
  summary: 'Move the test clock forward',
  description:
    'Takes either `to` (a time, or `next-cutoff`) or `by` (a duration). Everything that becomes due runs in order, each at its own time. Answers when done, or with 202 after two seconds; the rest then continues in the background. `by` counts from the time of the clock when the call arrives, or from `advancingTo` during an unfinished advance. Two concurrent calls count from the same time, so wait for each answer before the next call.',
  permission: 'items.write',
  readsItems: 'internal',
  audience: 'test',
  effect: 'process',
  body: testClockAdvanceInput,
  output: testClockAdvanceSchema,
  unfinished: (result: { done: boolean }) => !result.done,
  location: '/developers/test-clock',
  // `next-cutoff` and durations mean another instant once the clock has moved, so the target is fixed first
  // and a repeat continues towards it.
  prepare: ({ services, scope }, { body }) =>
    services.store.read((rows) => clockTarget(services, rows, scope.organisationId, body)),
  async handler({ services, scope }, _input, goal) {
    return advance(services, scope.organisationId, goal)
  },
})

export const createApiKey = defineOperation({
  id: 'developers.createKey',
  method: 'POST',
  path: '/developers/keys',
  summary: 'Create an API key',
  description: `Shows the text of the key once. A key can have only permissions of its creator; operator scopes must be named. At most ${maxActiveKeys} active keys.`,
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

export const getApiKey = defineOperation({
  id: 'developers.getKey',
  method: 'GET',
  path: '/developers/keys/{id}',
  summary: 'Get an API key',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  params: idParams('The key, `key_…`.'),
  output: apiKeySchema,
  errors: ['not_found'],
  async handler({ rows, shared, services }, { params }) {
    return apiKeyToWire(await apiKeyById(rows, shared, params.id), services.clock.now())
  },
})

export const listApiKeys = defineOperation({
  id: 'developers.listKeys',
  method: 'GET',
  path: '/developers/keys',
  summary: 'List API keys',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(apiKeysTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      mode: { type: 'enum', values: ['live', 'test'], operators: ['eq'] },
      createdById: { type: 'text', maxLength: 40, operators: ['eq'] },
      createdAt: periodFilter,
      revokedAt: { type: 'dateTime', operators: ['null', 'gte', 'gt', 'lte', 'lt'] },
    },
  }),
  output: listOf(apiKeySchema),
  async handler({ rows, shared, services }, { list }) {
    const now = services.clock.now()
    return toList(list, await rows.apiKeys.list(shared, list), (row) => apiKeyToWire(row, now))
  },
})

export const patchApiKey = defineOperation({
  id: 'developers.patchKey',
  method: 'PATCH',
  path: '/developers/keys/{id}',
  summary: 'Change an API key’s spending cap',
  description:
    'The cap also covers the keys that this key replaced and those that replace it. A higher cap, or none, releases the items that wait for it. Only a caller who may create the key, and therefore has all of its scopes, may change the cap.',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The key, `key_…`.'),
  body: apiKeyPatch,
  output: apiKeySchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const { rows, shared, services, caller } = context
    const key = await apiKeyById(rows, shared, params.id)
    const { spendingCapCents = key.spendingCapCents } = body
    assertCapFits(key.mode, spendingCapCents)
    if (spendingCapCents !== key.spendingCapCents) {
      // A caller who could not create the key must not increase what it may spend.
      assertHolds(caller, scopesOf(key))
      const { lineId: apiKeyId } = key
      await rows.apiKeys.updateWhere(shared, { lineId: apiKeyId }, { spendingCapCents })
      await countCappedKeys(context)
      await capChanged(context, shared.organisationId, { apiKeyId, capCents: spendingCapCents })
    }
    return apiKeyToWire({ ...key, spendingCapCents }, services.clock.now())
  },
})

const text = { type: 'text', maxLength: 128, operators: ['eq', 'in'] } as const

const requestSchema = namedObject('RequestLogEntry', 'An answered request.', {
  id: described(v.string(), 'The entry, `rlg_…`.'),
  createdAt: described(v.pipe(v.string(), v.isoTimestamp()), 'Time of the answer, RFC 3339 in UTC.'),
  caller: described(
    v.object({
      type: described(v.picklist(['API_KEY', 'USER']), 'Whether a key or a user called.'),
      id: described(v.string(), 'The key `key_…` or the user `usr_…`.'),
    }),
    'The caller.',
  ),
  method: described(v.string(), 'HTTP method.'),
  path: described(v.string(), 'Path of the request, without the query.'),
  operation: described(v.string(), 'The operation, e.g. `items.create`.'),
  status: described(integer, 'HTTP status of the answer.'),
  durationMs: described(integer, 'Duration of the request on the server, in ms.'),
  requestId: described(v.string(), 'Id of the request, as in `X-Request-Id`.'),
})

export const listRequests = defineOperation({
  id: 'developers.requestLog',
  method: 'GET',
  path: '/developers/requests',
  summary: 'List recent API requests',
  description: `The last ${requestLogLimits.rows} requests of ${requestLogLimits.days} days in the session’s mode, without bodies and queries. At most ${requestLogLimits.perSecond} requests per second are recorded, and as many failures.`,
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(requestLogTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      callerType: {
        type: 'enum',
        values: ['API_KEY', 'USER'],
        operators: ['eq'],
        description: 'Whether a key or a user called.',
      },
      callerId: { ...text, description: 'Id of the key or user that called, `key_…` or `usr_…`.' },
      operation: text,
      method: { type: 'enum', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], operators: ['eq', 'in'] },
      status: { type: 'integer', operators: ['eq', 'in', 'gte', 'gt', 'lte', 'lt'] },
      durationMs: { type: 'integer', operators: ['gte', 'gt', 'lte', 'lt'] },
      requestId: { type: 'text', maxLength: 128, operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(requestSchema),
  // Flushed first, so that the list includes the latest requests.
  prepare: ({ services }) => services.requestLog.flush(),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.requestLog.list(scope, list), (row) => ({
      id: row.id,
      createdAt: toDateTime(row.createdAt),
      caller: { type: row.callerType, id: row.callerId },
      method: row.method,
      path: row.path,
      operation: row.operation,
      status: row.status,
      durationMs: row.durationMs,
      requestId: row.requestId,
    }))
  },
})

export const revokeApiKey = defineOperation({
  id: 'developers.revokeKey',
  method: 'POST',
  path: '/developers/keys/{id}/revoke',
  summary: 'Revoke an API key',
  description:
    'Takes effect immediately. Revoking again changes nothing. Your own keys, or with `organisation.manage` any key.',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The key, `key_…`.'),
  output: apiKeySchema,
  errors: ['not_found'],
  async handler({ rows, shared, services, caller }, { params }) {
    const key = await apiKeyById(rows, shared, params.id)
    assertMayEnd(caller, key)
    return apiKeyToWire(await markRevoked(services, rows, key), services.clock.now())
  },
})

export const rotateApiKey = defineOperation({
  id: 'developers.rotateKey',
  method: 'POST',
  path: '/developers/keys/{id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Creates a key with the same name, mode and scopes and its own expiry. The old key keeps working for `overlapHours` (24 by default, 0 ends it immediately), so that you can update programs. Your own keys, or with `organisation.manage` any key.',
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
      throw problem(
        keyProblems.sentence('invalid_state.ended_key', { status: apiKeyToWire(old, now).status }),
      )
    }
    // The caller sees the text of the new key, so must have all of its scopes.
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

export const simulate = defineOperation({
  id: 'developers.simulate',
  method: 'POST',
  path: '/developers/simulate/items/{id}',
  summary: 'Simulate an event of a test item',
  description:
    'Simulates what printers, carriers and recipients do in live mode. The lifecycle applies: an item can only be returned after it was handed over.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  audience: 'test',
  effect: 'write',
  params: itemParams,
  body: simulateInput,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: [
    'item.returned',
    'item.not_sent',
    'item.failed',
    'item.handed_to_carrier',
    'item.completed',
    'qr.scanned',
  ],
  async handler(context, { params, body }) {
    const { services, rows, work, scope, organisation, now } = context
    const item = await itemById(rows, scope, params.id)
    const after =
      body.event === 'SCAN'
        ? await countScan(services, { rows, work }, organisation, item, now)
        : await moveByHand(context, item, body.event)
    return itemFor(context, after)
  },
})

const moveByHand = async (context: WriteContext, item: ItemRow, to: ItemStatus): Promise<ItemRow> => {
  const { rows, scope } = context
  const moves = moveContext(context)
  const run =
    to === 'FAILED' && item.status === 'SCHEDULED' ? await rows.runs.get(scope, item.runId!) : undefined
  // An item that fails before printing leaves its run, and the package must not contain its pages.
  if (run && run.handedToPrinterAt === null) {
    await excludeItems(moves, run, [item.id], 'Simulated.')
    return itemById(rows, scope, item.id)
  }
  // After the hand-over, items follow their run in chunks, so this one may not have been moved yet.
  const produced = run ? moveItem(moves, item, 'IN_PRODUCTION') : item
  const moved = moveItem(moves, produced, to, { reason: 'Simulated.' })
  await saveItem(rows, moved)
  return moved
}

export const getTestClock = defineOperation({
  id: 'developers.testClock',
  method: 'GET',
  path: '/developers/test-clock',
  summary: 'Get the test clock',
  description: 'Real time plus an offset that only grows. Everything in test mode uses it.',
  permission: 'items.read',
  audience: 'test',
  effect: 'read',
  output: testClockSchema,
  async handler({ services, rows, scope }) {
    return testClockToWire(services, rows, scope.organisationId)
  },
})

export const whoami = defineOperation({
  id: 'developers.whoami',
  method: 'GET',
  path: '/developers/whoami',
  summary: 'Get the calling key or session',
  description: 'Returns its mode, scopes and organisation. Works with every valid key.',
  permission: 'authenticated',
  effect: 'read',
  output: whoamiSchema,
  async handler({ rows, scope, caller, organisation, now }) {
    const isKey = caller.kind === 'key'
    const key = isKey ? await rows.apiKeys.get(scope, caller.id) : undefined
    if (isKey && !key) throw notFound('API key')
    return {
      key: key
        ? { id: key.id, name: key.name, prefix: key.prefix, createdAt: toDateTime(key.createdAt) }
        : null,
      user: isKey ? null : { id: caller.id, email: caller.name },
      mode: scope.mode,
      scopes: [...caller.scopes],
      organisation: {
        id: organisation.id,
        name: organisation.name,
        status: organisation.status,
        timeZone: organisation.timeZone,
      },
      now: toDateTime(now),
    }
  },
})
