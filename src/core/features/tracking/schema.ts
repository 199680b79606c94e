import * as v from 'valibot'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** One scan of the QR code on a piece. */
export const scanSchema = v.object({
  id: v.string(),
  itemId: v.string(),
  postflowId: v.nullable(v.string()),
  postbatchId: v.nullable(v.string()),
  /** Network address of the client; null unless the organisation keeps them (`keepScanAddresses`). */
  clientAddress: v.nullable(v.string()),
  createdAt: dateTime,
})
