import type * as v from 'valibot'
import type { Transaction } from '../../engine/context.ts'
import { nowIn } from '../../engine/jobs/clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { dayIn, toDateTime } from '../../kernel/time.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { ScanRow } from '../../model/tracking.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { rollups } from '../counters/rollups.ts'
import { mailingOf } from '../items/mailing.ts'
import type { scanSchema } from './schema.ts'

/** Where a scanned code leads. */
export interface Scanned {
  /** The `trackingTargetUrl` of its Postflow or Postbatch; null where it has none. */
  targetUrl: string | null
}

/**
 * Somebody scanned the QR code of a piece: kept with its time, counted, told as `qr.scanned` (`GET /q/{code}`). Their
 * network address is kept only where the organisation asks for it. Undefined for a code that is not ours. Upper and lower case are the same.
 */
export const recordScan = async (
  services: Services,
  code: string,
  clientAddress?: string,
): Promise<Scanned | undefined> => {
  if (!isCode(code)) return undefined
  return transact(services, async (transaction) => {
    const { rows } = transaction
    const found = await pieceByCode(rows, code)
    if (!found) return undefined
    const { item, organisation } = found
    const now = nowIn(services, organisation, item.mode)
    await countScan(services, transaction, organisation, item, now, clientAddress)
    return targetOfPiece(rows, item)
  })
}

/** Where a code leads, without counting it as a scan; undefined for one that is not ours. */
export const targetOf = (services: Pick<Services, 'store'>, code: string): Promise<Scanned | undefined> =>
  services.store.read(async (rows) => {
    const found = await pieceByCode(rows, code)
    return found && targetOfPiece(rows, found.item)
  })

const targetOfPiece = async (rows: Rows, item: ItemRow): Promise<Scanned> => {
  const { organisationId, mode } = item
  return { targetUrl: (await mailingOf(rows, { organisationId, mode }, item))?.trackingTargetUrl ?? null }
}

const normalised = (code: string): string => code.trim().toUpperCase()

/** Whether a text could be the code of a piece: what could not be is not worth a transaction. */
export const isCode = (code: string): boolean => /^[A-Z0-9]{4,40}$/.test(normalised(code))

/** The piece that bears a code, and whose it is. The code alone is what shows that somebody holds the piece. */
export const pieceByCode = async (
  rows: Rows,
  code: string,
): Promise<{ item: ItemRow; organisation: OrganisationRow } | undefined> => {
  const [item] = await rows.items.find(everyone, { trackingCode: normalised(code) }, { limit: 1 })
  const organisation = item && (await rows.organisations.get(everyone, item.organisationId))
  return organisation && { item, organisation }
}

/** Counts a scan of an item and tells it. `now` in ms on the clock of the item's mode. Returns the item as it is then. */
export const countScan = async (
  services: Pick<Services, 'ids'>,
  { rows, work }: Transaction,
  organisation: Pick<OrganisationRow, 'timeZone' | 'keepScanAddresses'>,
  item: ItemRow,
  now: number,
  clientAddress?: string,
): Promise<ItemRow> => {
  const { organisationId, mode, postflowId, postbatchId } = item
  const scanCount = item.scanCount + 1
  const id = services.ids.next('scn')
  await rows.scans.insert({
    id,
    organisationId,
    mode,
    itemId: item.id,
    postflowId,
    postbatchId,
    clientAddress: organisation.keepScanAddresses ? (clientAddress ?? null) : null,
    createdAt: now,
  })
  await rows.items.update({ organisationId, mode }, item.id, { scanCount })
  work.of(rollups).count(item, dayIn(organisation.timeZone, now), {
    scans: 1,
    ...(item.scanCount === 0 ? { scannedItems: 1 } : {}),
  })
  work.emit({
    type: 'qr.scanned',
    organisationId,
    mode,
    at: now,
    data: {
      scan: { id, status: 'COUNTED', itemId: item.id, postflowId, postbatchId, scanCount },
    },
    itemId: item.id,
    postflowId,
    postbatchId,
  })
  return { ...item, scanCount }
}

export const scanToWire = (scan: ScanRow): v.InferOutput<typeof scanSchema> => ({
  id: scan.id,
  itemId: scan.itemId,
  postflowId: scan.postflowId,
  postbatchId: scan.postbatchId,
  clientAddress: scan.clientAddress,
  createdAt: toDateTime(scan.createdAt),
})
