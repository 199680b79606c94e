import { defineOperation } from '../../../engine/operation.ts'
import { isListKind } from '../../../model/assets.ts'
import { uploadParams, uploadSchema } from '../schema.ts'
import { mayOpenList, uploadById, uploadToWire } from '../upload.ts'

export const getUpload = defineOperation({
  id: 'uploads.get',
  method: 'GET',
  path: '/uploads/{id}',
  summary: 'Get an upload',
  description:
    'The receipt of a file. `REMOVED` says that the bytes are gone and only the receipt is kept. `name` and `sheets` of a list that another caller sent need `items.read`; without it they are `list.csv` or `list.xlsx`, and null.',
  permission: 'templates.read',
  effect: 'read',
  params: uploadParams,
  output: uploadSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const upload = await uploadById(context, params.id)
    const receipt = uploadToWire(upload)
    // The names of a list and of its sheets may be those of people.
    return !isListKind(upload.kind) || mayOpenList(context.caller, upload)
      ? receipt
      : { ...receipt, name: `list.${upload.kind.toLowerCase()}`, sheets: null }
  },
})
