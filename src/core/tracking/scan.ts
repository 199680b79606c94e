import type { Transaction } from '../context.ts'
import type { ItemRow } from '../items/store.ts'
import { nowIn } from '../jobs/scheduler.ts'
import type { OrganisationRow } from '../organisations/store.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { dayIn } from '../time.ts'
import { transact } from '../transact.ts'

/** Where a scanned code leads. */
export interface Scanned {
  /** The Postflow's `trackingTargetUrl`; null where it has none. */
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
  const trackingCode = code.trim().toUpperCase()
  if (!/^[A-Z0-9]{4,40}$/.test(trackingCode)) return undefined
  return transact(services, async (transaction) => {
    const { rows } = transaction
    const [item] = await rows.items.find(
      everyone,
      [{ field: 'trackingCode', op: 'eq', value: trackingCode }],
      { limit: 1 },
    )
    const organisation = item && (await rows.organisations.get(everyone, item.organisationId))
    if (!item || !organisation) return undefined
    const now = nowIn(services, organisation, item.mode)
    await countScan(services, transaction, organisation, item, now, clientAddress)
    const postflow = await rows.postflows.get(everyone, item.postflowId)
    return { targetUrl: postflow?.trackingTargetUrl ?? null }
  })
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
  await rows.scans.insert({
    id: services.ids.next('scn'),
    organisationId,
    mode,
    itemId: item.id,
    postflowId,
    postbatchId,
    clientAddress: organisation.keepScanAddresses ? (clientAddress ?? null) : null,
    createdAt: now,
  })
  await rows.items.update({ organisationId, mode }, item.id, { scanCount })
  work.count(item, dayIn(organisation.timeZone, now), { scans: 1 })
  work.emit({
    type: 'qr.scanned',
    organisationId,
    mode,
    at: now,
    data: {
      scan: { id: item.trackingCode, status: 'COUNTED', itemId: item.id, postflowId, scanCount },
    },
    itemId: item.id,
    postflowId,
    postbatchId,
  })
  return { ...item, scanCount }
}
