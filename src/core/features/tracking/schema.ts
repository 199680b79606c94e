import * as v from 'valibot'
import { dateTime } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'

export const scanSchema = namedObject('Scan', 'One scan of the QR code on a piece.', {
  id: described(v.string(), 'The scan, `scn_…`.'),
  itemId: described(v.string(), 'The item whose code was scanned, `itm_…`.'),
  postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
  postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
  clientAddress: described(
    v.nullable(v.string()),
    'Network address of the person who scanned; null unless the organisation keeps them (`keepScanAddresses`).',
  ),
  createdAt: described(dateTime, 'When it was scanned, RFC 3339 in UTC.'),
})
