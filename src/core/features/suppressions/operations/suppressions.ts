import { addressKey, maxAddressKey } from '../../../address/index.ts'
import { requireScope } from '../../../engine/access/authorise.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList, walk } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { notFound, problem, validationFailed } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import {
  importFields,
  type SuppressionRow,
  suppressionSources,
  suppressionStatuses,
  suppressionsTable,
} from '../../../model/suppressions.ts'
import { maxTermKey } from '../../vocabulary/schema.ts'
import {
  changedSuppressionToWire,
  entryById,
  entryErrors,
  newEntry,
  putEntry,
  suppressionToWire,
} from '../entry.ts'
import { entryFindings } from '../import/remarks.ts'
import { entriesFor, equalEntries, matchedBy, matching } from '../match.ts'
import { keepTermsLive, stopsOf, termErrors } from '../reasons.ts'
import {
  checkInput,
  checkOutput,
  modeInput,
  suppressionInput,
  suppressionParams,
  suppressionPatch,
  suppressionSchema,
} from '../schema.ts'
import { suppressionProblems } from '../sentences.ts'

export const listSuppressions = defineOperation({
  id: 'suppressions.list',
  method: 'GET',
  path: '/suppressions',
  summary: 'List suppression entries',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  list: defineList(suppressionsTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', recipientName: 'recipientName' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: suppressionStatuses, operators: ['eq'] },
      source: { type: 'enum', values: suppressionSources, operators: ['eq', 'ne', 'in'] },
      reason: { type: 'text', maxLength: maxTermKey, operators: ['eq', 'ne', 'in'] },
      advertisingCategory: { type: 'text', maxLength: maxTermKey, operators: ['eq', 'in', 'null'] },
      addressKey: {
        type: 'text',
        maxLength: maxAddressKey,
        operators: ['eq', 'in'],
        column: 'addressKeyV2',
      },
      recipientName: {
        type: 'text',
        maxLength: 120,
        operators: ['eq', 'contains'],
        description: 'Name of the person, or else of the company.',
      },
      itemId: optionalIdFilter,
      createdAt: periodFilter,
      updatedAt: periodFilter,
    },
  }),
  output: listOf(suppressionSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.suppressions.list(scope, list), suppressionToWire)
  },
})

export const getSuppression = defineOperation({
  id: 'suppressions.get',
  method: 'GET',
  path: '/suppressions/{id}',
  summary: 'Get a suppression entry',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  params: suppressionParams,
  output: suppressionSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return suppressionToWire(await entryById(rows, scope, params.id))
  },
})

export const createSuppression = defineOperation({
  id: 'suppressions.create',
  method: 'POST',
  path: '/suppressions',
  summary: 'Create a suppression entry',
  description:
    'Items to this address are SUPPRESSED when they are validated or approved, when they leave HELD, and at the cutoff of their run. The reason determines whether ' +
    'the entry stops all mail or only advertising (mail without an advertising category is transactional and still sent). An entry may ' +
    'be limited to a name or an advertising category. If an entry for the same address, name and category exists, ' +
    'it takes the new reason and keeps its id. `findings` lists doubts about the values; the entry is created anyway.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  body: suppressionInput,
  output: suppressionSchema,
  status: 201,
  location: '/suppressions/{id}',
  async handler({ rows, scope, services, organisation, now }, { body }) {
    const errors = [
      ...entryErrors(body.recipient, organisation.country, body.matchName),
      ...(await termErrors(rows, scope, body)),
    ]
    if (errors.length > 0) throw validationFailed(errors)
    const stops = await stopsOf(rows, scope, body.reason)
    const fields = { ...body, stops, status: 'ACTIVE' as const, source: 'API' as const, itemId: null }
    const entry = newEntry(services.ids.next('sup'), scope, fields, now)
    const kept = await putEntry(rows, scope, entry, 'replace')
    const { country: originCountry } = organisation
    const findings = entryFindings(body.recipient, { originCountry, matchName: body.matchName })
    return { ...suppressionToWire(kept.entry), findings }
  },
})

export const patchSuppression = defineOperation({
  id: 'suppressions.patch',
  method: 'PATCH',
  path: '/suppressions/{id}',
  summary: 'Change a suppression entry, or accept a proposed one',
  description:
    'The current reason and category remain allowed after they are archived. Suppressed items remain suppressed.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: suppressionParams,
  body: suppressionPatch,
  output: suppressionSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, scope, organisation, now, caller }, { params, body }) {
    const present = await entryById(rows, scope, params.id)
    const matchName = body.matchName ?? present.nameKey !== null
    const { reason = present.reason, advertisingCategory = present.advertisingCategory } = body
    const errors = [
      ...(body.matchName ? entryErrors(present.recipient, organisation.country, true) : []),
      ...(await termErrors(rows, scope, {
        reason: reason === present.reason ? undefined : reason,
        advertisingCategory: advertisingCategory === present.advertisingCategory ? null : advertisingCategory,
      })),
    ]
    if (errors.length > 0) throw validationFailed(errors)
    const fields = {
      ...present,
      matchName,
      reason,
      advertisingCategory,
      stops: await stopsOf(rows, scope, reason),
      status: body.status ?? present.status,
    }
    const changed = newEntry(present.id, scope, fields, now)
    const { id, createdAt, isUndecided, ...changes } = changed
    // Checked only if the key changes: entries that became equal with version 2 of the keys stay separate.
    if (changes.matchKeyV2 !== present.matchKeyV2) {
      const [same] = (await equalEntries(rows, scope, [changed]))(changed).filter((other) => other.id !== id)
      if (same) throw problem(suppressionProblems.sentence('invalid_state.same_mail', { id: same.id }))
    }
    await rows.suppressions.update(scope, id, changes)
    return changedSuppressionToWire(caller, { ...present, ...changes })
  },
})

export const removeSuppression = defineOperation({
  id: 'suppressions.remove',
  method: 'DELETE',
  path: '/suppressions/{id}',
  summary: 'Delete a suppression entry',
  description: 'Items suppressed by it remain SUPPRESSED.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: suppressionParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const removed = await rows.suppressions.remove(scope, { id: params.id })
    if (removed === 0) throw notFound('suppression entry')
    return undefined
  },
})

export const assignSuppressionMode = defineOperation({
  id: 'suppressions.assignMode',
  method: 'POST',
  path: '/suppressions/test-entries/{id}/mode',
  summary: 'Make a test entry live or keep it in test mode',
  description:
    'For entries of test mode that may be wishes of real people. `isTest: false` makes the entry live with the same id and reason, so that it also suppresses live mail. `isTest: true` keeps it in test mode. A live entry can’t become a test entry.',
  permission: 'suppressions.manage',
  audience: 'portal',
  effect: 'write',
  params: suppressionParams,
  body: modeInput,
  output: suppressionSchema,
  errors: ['not_found'],
  async handler({ rows, services, shared, caller }, { params, body }) {
    const scope = { ...shared, mode: 'test' as const }
    const entry = await entryById(rows, scope, params.id)
    // Deleting test data must not leave a dangling item reference in a live entry.
    const decided = body.isTest
      ? { isUndecided: null }
      : { isUndecided: null, mode: 'live' as const, itemId: null }
    if (!body.isTest) await keepTermsLive(services, rows, entry)
    await rows.suppressions.update(shared, entry.id, decided, { mode: 'test' })
    return changedSuppressionToWire(caller, { ...entry, ...decided })
  },
})

export const checkSuppression = defineOperation({
  id: 'suppressions.check',
  method: 'POST',
  path: '/suppressions/check',
  summary: 'Check whether mail to a recipient would be suppressed',
  description:
    'Returns the matching entries and writes nothing. Missing values of the recipient can’t match: without a name, no entry with a name matches. ' +
    'Live entries also suppress in test mode, but a test key does not see them in `matches`.',
  permission: 'items.read',
  effect: 'read',
  body: checkInput,
  output: checkOutput,
  async handler({ rows, scope, caller }, { body }) {
    const entries = matching(await entriesFor(rows, scope, [body]), body)
    // A test key learns that live entries suppress, but not whom they concern.
    const shown = caller.kind === 'user' ? entries : entries.filter(({ mode }) => mode === scope.mode)
    return {
      suppressed: entries.length > 0,
      addressKey: addressKey(body.recipient),
      matches: shown.map((entry) => ({ entry: suppressionToWire(entry), matchedBy: matchedBy(entry) })),
    }
  },
})

export const exportSuppressions = defineOperation({
  id: 'suppressions.exportCsv',
  method: 'GET',
  path: '/suppressions/entries.csv',
  summary: 'Export the suppression list as CSV',
  description:
    'All entries, oldest first, with the columns of `suppressions.import`. A cell that a spreadsheet would run as ' +
    'a formula starts with an apostrophe, which the import removes.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  liveForMembers: true,
  output: 'stream',
  contentType: 'text/csv',
  async handler({ services, scope }) {
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: 'suppressions.csv',
      content: services.csv.encode(lines(services, scope), {
        delimiter: ',',
        bom: false,
        neutraliseFormulas: true,
      }),
    }
  },
})

async function* lines(services: Services, scope: ModeScope): AsyncGenerator<string[]> {
  yield [...importFields, 'id', 'status', 'source', 'itemId', 'createdAt']
  const sort = { field: 'createdAt', descending: false } as const
  for await (const entry of walk(services, 'suppressions', scope, { where: {}, sort })) yield lineOf(entry)
}

const lineOf = (entry: SuppressionRow): string[] => {
  const { reason, advertisingCategory, nameKey } = entry
  const cells = { ...entry.recipient, reason, advertisingCategory, matchName: String(nameKey !== null) }
  return [
    ...importFields.map((field) => cells[field] ?? ''),
    entry.id,
    entry.status,
    entry.source,
    entry.itemId ?? '',
    toDateTime(entry.createdAt),
  ]
}

export const listTestEntries = defineOperation({
  id: 'suppressions.testEntries',
  method: 'GET',
  path: '/suppressions/test-entries',
  summary: 'List suppression entries of test mode',
  description:
    'They suppress only test items. `filter[isUndecided]=true` lists entries that versions before 0.3.0 created in test mode and that may be wishes of real people; decide with `suppressions.assignMode`. Also requires `items.read`.',
  permission: 'suppressions.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(suppressionsTable, {
    sort: { createdAt: 'createdAt', recipientName: 'recipientName' },
    defaultSort: '-createdAt',
    filters: {
      isUndecided: {
        type: 'boolean',
        operators: ['eq'],
        description: 'Whether the decision about it is open.',
      },
      createdAt: periodFilter,
    },
  }),
  output: listOf(suppressionSchema),
  async handler({ rows, shared, caller }, { list }) {
    requireScope(caller, 'items.read')
    return toList(list, await rows.suppressions.list({ ...shared, mode: 'test' }, list), suppressionToWire)
  },
})
