import * as v from 'valibot'
import type { Transaction } from '../../engine/context.ts'
import { readTrackingCode } from '../../engine/ids.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { dayIn, toDateTime } from '../../kernel/time.ts'
import { dateTime, described, namedObject } from '../../kernel/wire-schema.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { ScanRow } from '../../model/tracking.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { rollups } from '../counters/rollups.ts'
import { mailingOf } from '../items/mailing.ts'

export const scanSchema = namedObject('Scan', 'A scan of the QR code on a piece.', {
  id: described(v.string(), 'The scan, `scn_…`.'),
  itemId: described(v.string(), 'The item whose code was scanned, `itm_…`.'),
  postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
  postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
  clientAddress: described(
    v.nullable(v.string()),
    'Network address of the scan; null unless the organisation stores them (`keepScanAddresses`).',
  ),
  createdAt: described(dateTime, 'Time of the scan, RFC 3339 in UTC.'),
})

export interface Scanned {
  /** The `trackingTargetUrl` of its Postflow or Postbatch; null if it has none. */
  targetUrl: string | null
  /** Locale of the piece, read if there is no target. */
  locale?: string | null
}

/**
 * Counts a scan (`GET /q/{code}`) and emits `qr.scanned`. Stores the client's network address only if the
 * organisation enables it. Codes are not case-sensitive. Undefined for an unknown code.
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

/** Returns the target without counting a scan; undefined for an unknown code. */
export const targetOf = (services: Pick<Services, 'store'>, code: string): Promise<Scanned | undefined> =>
  services.store.read(async (rows) => {
    const found = await pieceByCode(rows, code)
    return found && targetOfPiece(rows, found.item)
  })

const targetOfPiece = async (rows: Rows, item: ItemRow): Promise<Scanned> => {
  const { organisationId, mode } = item
  const targetUrl = (await mailingOf(rows, { organisationId, mode }, item))?.trackingTargetUrl ?? null
  return targetUrl === null ? { targetUrl, locale: await localeOf(rows, item) } : { targetUrl }
}

/** Returns the locale of the template version that was printed (BCP 47); null if it no longer exists. */
export const localeOf = async (
  rows: Pick<Rows, 'templateVersions'>,
  { organisationId, templateVersionId }: ItemRow,
): Promise<string | null> =>
  (await rows.templateVersions.get({ organisationId }, templateVersionId))?.document.locale ?? null

/** True if a text has the form of a tracking code. Other texts need no transaction. */
export const isCode = (code: string): boolean => /^[A-Z0-9]{4,40}$/.test(readTrackingCode(code))

export interface FoundPiece {
  item: ItemRow
  organisation: OrganisationRow
}

/** Searches all organisations: knowing the code is the only proof of holding the piece. */
export const pieceByCode = async (rows: Rows, code: string): Promise<FoundPiece | undefined> => {
  const [item] = await rows.items.find(everyone, { trackingCode: readTrackingCode(code) }, { limit: 1 })
  const organisation = item && (await rows.organisations.get(everyone, item.organisationId))
  return organisation && { item, organisation }
}

/** Stores a scan and emits `qr.scanned`. `now` is in ms on the item's clock. Returns the updated item. */
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
    runId: item.runId,
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
