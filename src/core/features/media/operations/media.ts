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
  summary: 'Get a file by its signed URL',
  description:
    'All signed URLs point here and work without a key. Supports `Range`, `If-Range` and `If-None-Match`. 404 for a modified or expired URL.',
  permission: 'public',
  // A screen shows dozens of images, and URLs can't be guessed.
  rateClass: 'paper',
  effect: 'public',
  params: v.strictObject({ token: described(v.string(), 'The signed part of the URL.') }),
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
