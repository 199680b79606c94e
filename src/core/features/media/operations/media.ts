import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { fileOf } from '../media.ts'
import { readMediaToken } from '../token.ts'

export const getMedia = defineOperation({
  id: 'media.get',
  method: 'GET',
  path: '/media/{token}',
  summary: 'Get what a signed address leads to',
  description:
    'Every signed URL points here, and works without a key. It takes `Range`, `If-Range` and `If-None-Match`. An address that was changed or is too old leads nowhere.',
  permission: 'public',
  // A screen shows dozens of pictures, and no address can be guessed.
  rateClass: 'paper',
  effect: 'public',
  params: v.strictObject({ token: described(v.string(), 'The signed part of the address.') }),
  output: 'stream',
  redirects: true,
  contentType: '*/*',
  errors: ['not_found', 'range_not_satisfiable'],
  async handler({ services }, { params }) {
    const subject = readMediaToken(services, params.token)
    const file = subject && (await fileOf(services, subject))
    if (!file) throw notFound('file')
    return file
  },
})
