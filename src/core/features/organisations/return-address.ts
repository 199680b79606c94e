import { checkAddress, type Recipient, recipientToWire } from '../../address/index.ts'
import { asError, found, validationFailed } from '../../kernel/errors.ts'
import { not } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ReturnAddressRow } from '../../model/organisations.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import type { ReturnAddress } from './schema.ts'

type Shared = { organisationId: string }

export const toWire = (row: ReturnAddressRow): ReturnAddress => ({
  id: row.id,
  name: row.name,
  address: recipientToWire(row.address),
  isDefault: row.isDefault,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** Throws 404. */
export const returnAddress = async (rows: Rows, scope: Shared, id: string): Promise<ReturnAddressRow> =>
  found(await rows.returnAddresses.get(scope, id), 'return address')

/** Throws 422 for every field that violates the country's rules: returned mail would not arrive. */
export const assertDeliverable = (address: Recipient, originCountry: string): void => {
  const errors = checkAddress(address, { originCountry, override: false })
    .filter((finding) => finding.severity === 'error')
    .map((found) => asError(found, (found.field ?? 'recipient').replace(/^recipient\b/, 'address')))
  if (errors.length > 0) throw validationFailed(errors)
}

/** Exactly one address is the default: the named one, otherwise the oldest. */
export const settleDefault = async (
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

/** Considers only Postflows that can still send. */
export const isReferenced = async (rows: Rows, scope: Shared, id: string): Promise<boolean> => {
  const uses = await rows.postflows.find(
    scope,
    { returnAddressId: id, status: not('ARCHIVED') },
    { limit: 1 },
  )
  return uses.length > 0
}
