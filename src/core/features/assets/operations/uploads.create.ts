import { defineOperation } from '../../../engine/operation.ts'
import { workbookType } from '../file-kind.ts'
import { uploadLimits } from '../limits.ts'
import { uploadQuery, uploadSchema } from '../schema.ts'
import { takeUpload, uploadToWire } from '../upload.ts'

export const createUpload = defineOperation({
  id: 'uploads.create',
  method: 'POST',
  path: '/uploads',
  summary: 'Upload a file',
  description:
    'The body is the file itself: `curl --data-binary @logo.png ".../v1/uploads?kind=IMAGE&name=logo.png"`. What it is is read from its bytes; a file that cannot be used is refused with everything that is wrong with it, and nothing of it is kept. A list (CSV or XLSX) belongs to the mode of the key and is kept for 30 days; of an XLSX, the rows of its sheets are kept, and dates are written as `2026-03-01`. A WebP, AVIF or TIFF picture becomes a PNG, which is what is stored and printed; a warning says so. Of a collection of fonts (TTC), `face` chooses one; fonts packed for the web (WOFF, WOFF2) are unpacked. An SVG is a `DRAWING`, which becomes a PDF of one page. Images, drawings, PDFs and fonts are shared by both modes and need a live key.',
  permission: 'templates.write',
  rateClass: 'upload',
  effect: 'process',
  query: uploadQuery,
  bytes: {
    mediaTypes: [
      ...['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/svg+xml'],
      ...['application/pdf', 'text/csv', workbookType],
      ...['font/ttf', 'font/otf', 'font/woff', 'font/woff2', 'font/collection'],
    ],
    limitBytes: Math.max(...Object.values(uploadLimits.bytes)),
  },
  output: uploadSchema,
  status: 201,
  location: '/uploads/{id}',
  // A repeat after a crash uses the same id, and finds the upload if it was stored.
  prepare: async ({ services }) => ({ id: services.ids.next('upl') }),
  async handler(context, { query, bytes }, { id }) {
    return uploadToWire(await takeUpload(context, { id, ...query }, bytes!))
  },
})
