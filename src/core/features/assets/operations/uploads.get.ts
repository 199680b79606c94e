import { defineOperation } from '../../../engine/operation.ts'
import { uploadParams, uploadSchema } from '../schema.ts'
import { uploadById, uploadToWire } from '../upload.ts'

export const getUpload = defineOperation({
  id: 'uploads.get',
  method: 'GET',
  path: '/uploads/{id}',
  summary: 'Get an upload',
  description: 'The receipt of a file. `REMOVED` says that the bytes are gone and only the receipt is kept.',
  permission: 'templates.read',
  effect: 'read',
  params: uploadParams,
  output: uploadSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return uploadToWire(await uploadById(context, params.id))
  },
})
