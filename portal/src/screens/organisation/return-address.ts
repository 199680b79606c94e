import { answered, api, type Schemas } from '../../api/client.ts'
import { addressOf, draftOfAddress } from '../../ui/address.ts'

type ReturnAddress = Schemas['ReturnAddress']

/** Form values of a return address, or of a new one in a country. */
export const valuesOf = (known: ReturnAddress | undefined, country: string) => ({
  name: known?.name ?? '',
  address: draftOfAddress(known?.address ?? { country }),
  isDefault: known?.isDefault ?? false,
})
export type ReturnAddressValues = ReturnType<typeof valuesOf>

const bodyOf = ({ name, address, isDefault }: ReturnAddressValues) => ({
  name: name.trim(),
  address: addressOf(address),
  ...(isDefault ? { isDefault: true as const } : {}),
})

/** Creates a return address; `keyOf` returns the `Idempotency-Key` of a body. */
export const create = (
  values: ReturnAddressValues,
  keyOf: (body: object) => string,
): Promise<ReturnAddress> => {
  const body = bodyOf(values)
  const params = { header: { 'Idempotency-Key': keyOf(body) } }
  return answered(api.POST('/v1/organisation/return-addresses', { params, body }))
}

export const update = (known: ReturnAddress, values: ReturnAddressValues): Promise<ReturnAddress> => {
  const { isDefault, ...body } = bodyOf(values)
  const params = { path: { id: known.id } }
  return answered(
    api.PATCH('/v1/organisation/return-addresses/{id}', {
      params,
      body: { ...body, ...(isDefault && !known.isDefault ? { isDefault } : {}) },
    }),
  )
}
