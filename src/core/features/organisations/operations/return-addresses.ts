import { checkAddress, type Recipient, recipientToWire } from '../../../address/index.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { asError, found, problem, validationFailed } from '../../../kernel/errors.ts'
import { noneOf, not } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { ItemStatus } from '../../../model/items.ts'
import { type ReturnAddressRow, returnAddressesTable } from '../../../model/organisations.ts'
import type { Rows, WritableRows } from '../../../ports/store.ts'
import {
  type ReturnAddress,
  returnAddressInput,
  returnAddressParams,
  returnAddressPatch,
  returnAddressSchema,
} from '../schema.ts'
import { organisationProblems } from '../sentences.ts'

type Shared = { organisationId: string }

const toWire = (row: ReturnAddressRow): ReturnAddress => ({
  id: row.id,
  name: row.name,
  address: recipientToWire(row.address),
  isDefault: row.isDefault,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** Returns a return address. Throws 404. */
const returnAddress = async (rows: Rows, scope: Shared, id: string): Promise<ReturnAddressRow> =>
  found(await rows.returnAddresses.get(scope, id), 'return address')

/** Throws 422 for every field that violates the country's rules: returned mail would not arrive. */
const assertDeliverable = (address: Recipient, originCountry: string): void => {
  const errors = checkAddress(address, { originCountry, override: false })
    .filter((finding) => finding.severity === 'error')
    .map((found) => asError(found, (found.field ?? 'recipient').replace(/^recipient\b/, 'address')))
  if (errors.length > 0) throw validationFailed(errors)
}

/** Makes exactly one address the default: the `wanted` one, else the present default, else the oldest. */
const settleDefault = async (
  rows: WritableRows,
  scope: Shared,
  wanted: string | undefined,
): Promise<void> => {
  const all = await rows.returnAddresses.find(scope, {})
  const kept = wanted ?? all.find((row) => row.isDefault)?.id ?? all[0]?.id
  for (const row of all) {
    const isDefault = row.id === kept
    if (row.isDefault !== isDefault) await rows.returnAddresses.update(scope, row.id, { isDefault })
  }
}

/** Items in these statuses are printed, perhaps again, with the address that their mailing then has. */
const printable = [
  'CREATED',
  'NEEDS_ATTENTION',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
  'SCHEDULED',
  'IN_PRODUCTION',
] satisfies readonly ItemStatus[]

/** Queries each Postflow and status, as an index is ordered only within one. */
const hasItemsToPrint = async (rows: Rows, scope: Shared, postflowId: string): Promise<boolean> => {
  const found = await Promise.all(
    printable.map((status) => rows.items.find(scope, { postflowId, status }, { limit: 1 })),
  )
  return found.flat().length > 0
}

/** Throws 409 if a mailing of either mode that can still send, or still has items to print, uses the address. */
const assertUnused = async (
  rows: WritableRows,
  scope: Shared,
  { id, name }: ReturnAddressRow,
): Promise<void> => {
  const uses = { returnAddressId: id }
  const [postflow] = await rows.postflows.find(scope, { ...uses, status: not('ARCHIVED') }, { limit: 1 })
  if (postflow) throw problem(organisationProblems.sentence('still_referenced.return_address', { name }))
  const unfinished = { ...uses, status: noneOf(['COMPLETED', 'CANCELLED']) }
  const [postbatch] = await rows.postbatches.find(scope, unfinished, { limit: 1 })
  if (postbatch) {
    throw problem(organisationProblems.sentence('still_referenced.return_address_of_postbatch', { name }))
  }
  for (const archived of await rows.postflows.find(scope, { ...uses, status: 'ARCHIVED' })) {
    await rows.rest()
    if (await hasItemsToPrint(rows, scope, archived.id)) {
      throw problem(organisationProblems.sentence('still_referenced.return_address_of_items', { name }))
    }
  }
}

export const listReturnAddresses = defineOperation({
  id: 'returnAddresses.list',
  method: 'GET',
  path: '/organisation/return-addresses',
  summary: 'List return addresses',
  permission: 'organisation.read',
  effect: 'read',
  list: defineList(returnAddressesTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'createdAt',
    filters: { isDefault: { type: 'boolean', operators: ['eq'] } },
  }),
  output: listOf(returnAddressSchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.returnAddresses.list(shared, list), toWire)
  },
})

export const getReturnAddress = defineOperation({
  id: 'returnAddresses.get',
  method: 'GET',
  path: '/organisation/return-addresses/{id}',
  summary: 'Get a return address',
  permission: 'organisation.read',
  effect: 'read',
  params: returnAddressParams,
  output: returnAddressSchema,
  errors: ['not_found'],
  async handler({ rows, shared }, { params }) {
    return toWire(await returnAddress(rows, shared, params.id))
  },
})

export const createReturnAddress = defineOperation({
  id: 'returnAddresses.create',
  method: 'POST',
  path: '/organisation/return-addresses',
  summary: 'Add a return address',
  description: 'The first address is the default; `isDefault` makes a later one the default.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  body: returnAddressInput,
  output: returnAddressSchema,
  status: 201,
  location: '/organisation/return-addresses/{id}',
  async handler({ rows, shared, services, organisation, now }, { body }) {
    assertDeliverable(body.address, organisation.country)
    const first = (await rows.returnAddresses.count(shared, {})) === 0
    const address = {
      id: services.ids.next('ret'),
      ...shared,
      name: body.name,
      address: body.address,
      isDefault: first || body.isDefault === true,
      createdAt: now,
      updatedAt: now,
    }
    await rows.returnAddresses.insert(address)
    if (address.isDefault) await settleDefault(rows, shared, address.id)
    return toWire(address)
  },
})

export const patchReturnAddress = defineOperation({
  id: 'returnAddresses.patch',
  method: 'PATCH',
  path: '/organisation/return-addresses/{id}',
  summary: 'Change a return address',
  description: '`address` is replaced as a whole. Items that are already printed do not change.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  params: returnAddressParams,
  body: returnAddressPatch,
  output: returnAddressSchema,
  errors: ['not_found'],
  async handler({ rows, shared, organisation, now }, { params, body }) {
    const address = await returnAddress(rows, shared, params.id)
    if (body.address) assertDeliverable(body.address, organisation.country)
    const patch = { ...body, updatedAt: now }
    await rows.returnAddresses.update(shared, address.id, patch)
    if (body.isDefault) await settleDefault(rows, shared, address.id)
    return toWire({ ...address, ...patch })
  },
})

export const removeReturnAddress = defineOperation({
  id: 'returnAddresses.remove',
  method: 'DELETE',
  path: '/organisation/return-addresses/{id}',
  summary: 'Delete a return address',
  description:
    'Refused while a Postflow that is not archived, an archived one with items to print, or a Postbatch that is neither COMPLETED nor CANCELLED, uses it. After the default is deleted, the oldest remaining address becomes the default.',
  permission: 'organisation.manage',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  params: returnAddressParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, shared }, { params }) {
    const address = await returnAddress(rows, shared, params.id)
    await assertUnused(rows, shared, address)
    await rows.returnAddresses.remove(shared, { id: address.id })
    await settleDefault(rows, shared, undefined)
    return undefined
  },
})
