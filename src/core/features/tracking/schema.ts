import * as v from 'valibot'
import { namedObject } from '../../kernel/wire-schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

export const scanSchema = namedObject('Scan', 'One scan of the QR code on a piece.', {
  id: v.string(),
  itemId: v.string(),
  postflowId: v.nullable(v.string()),
  postbatchId: v.nullable(v.string()),
  /** Network address of the client; null unless the organisation keeps them (`keepScanAddresses`). */
  clientAddress: v.nullable(v.string()),
  createdAt: dateTime,
})
