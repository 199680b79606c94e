import * as v from 'valibot'
import { countries } from '../../items/address/index.ts'
import { defineOperation } from '../../operation.ts'
import { countrySchema } from '../schema.ts'

export const listCountries = defineOperation({
  id: 'meta.countries',
  method: 'GET',
  path: '/meta/countries',
  summary: 'Every country that mail can go to, with what its addresses need',
  permission: 'authenticated',
  effect: 'read',
  output: v.object({ data: v.array(countrySchema) }),
  async handler() {
    return { data: [...countries] }
  },
})
