import { answered, api, type Schemas } from '../../api/client.ts'

/** Changes settings of a mailing, with `If-Match` for its revision. */
export const patchPostbatch = (
  { id, revision }: Schemas['Postbatch'],
  body: Schemas['PostbatchUpdate'],
): Promise<Schemas['Postbatch']> => {
  const params = { path: { id }, header: { 'If-Match': `"${revision}"` } }
  return answered(api.PATCH('/v1/postbatches/{id}', { params, body }))
}
