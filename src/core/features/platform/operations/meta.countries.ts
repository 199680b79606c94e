import { countries } from '../../../address/index.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { countrySchema } from '../schema.ts'

export const listCountries = defineOperation({
  id: 'meta.countries',
  method: 'GET',
  path: '/meta/countries',
  summary: 'Every country that mail can go to, with what its addresses need',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(countrySchema),
  async handler() {
    return { data: [...countries] }
  },
})
