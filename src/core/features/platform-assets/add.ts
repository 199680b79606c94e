import type { ProcessContext } from '../../engine/context.ts'
import type { ByteSource } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { asError, invalid, validationFailed } from '../../kernel/errors.ts'
import { hasErrors } from '../../kernel/finding.ts'
import type { InstanceAssetKind, InstanceAssetRow } from '../../model/assets.ts'
import type { Inspection } from '../../ports/inspection.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type Received, receive } from '../assets/receive.ts'
import { forgetInstanceAssets } from './instance-assets.ts'
import { instanceAssetLimits } from './schema.ts'
import { platformAssetSentences } from './sentences.ts'

const { sentence } = platformAssetSentences

const limits = { FONT: instanceAssetLimits.fontBytes, ICC_PROFILE: instanceAssetLimits.profileBytes } as const

/** Stores the file. Throws 422 and stores nothing if it is unusable, its id is taken or too many exist. */
export const addInstanceAsset = async (
  { services, now, transact }: Pick<ProcessContext, 'services' | 'now' | 'transact'>,
  {
    face,
    ...about
  }: Pick<InstanceAssetRow, 'id' | 'kind' | 'name' | 'licence'> & { face?: number | undefined },
  source: ByteSource,
): Promise<InstanceAssetRow> => {
  const taken = await services.renderer.platformAsset(about.id)
  if (taken) throw invalid('id', sentence('taken.platform_asset', { id: about.id }), 'query')
  const receivedKey = newKey(services)
  const blobs = [receivedKey]
  const received = await receive(services, source, { blobKey: receivedKey, limit: limits[about.kind] })
  try {
    const { scripts, replacement } = await usable({ services }, about.kind, received, face)
    const kept = replacement ? await storeReplacement(services, received, replacement, blobs) : received
    const row: InstanceAssetRow = {
      ...about,
      contentType: about.kind === 'FONT' ? 'font/ttf' : 'application/vnd.iccprofile',
      blobKey: kept.blobKey,
      sizeBytes: kept.sizeBytes,
      sha256: kept.sha256,
      createdAt: now,
      scripts,
    }
    await transact(async ({ rows }) => {
      await assertRoom(rows, row)
      await rows.instanceAssets.insert(row)
    })
    forgetInstanceAssets(services.store)
    return row
  } catch (error) {
    for (const key of blobs) await services.blobs.remove(key)
    throw error
  }
}

const newKey = ({ ids }: Pick<Services, 'ids'>): string => `instance/${ids.next('upl').toLowerCase()}`

/** The extracted font replaces the uploaded file. */
const storeReplacement = async (
  services: Services,
  { blobKey: receivedKey }: Received,
  { bytes, sha256 }: NonNullable<Inspection['replacement']>,
  blobs: string[],
): Promise<Pick<Received, 'blobKey' | 'sizeBytes' | 'sha256'>> => {
  const blobKey = newKey(services)
  blobs.push(blobKey)
  await services.blobs.put(blobKey, bytes)
  await services.blobs.remove(receivedKey)
  return { blobKey, sizeBytes: bytes.length, sha256 }
}

const assertRoom = async (rows: Rows, { id, kind }: InstanceAssetRow): Promise<void> => {
  if (await rows.instanceAssets.get(everyone, id))
    throw invalid('id', sentence('taken.platform_asset', { id }), 'query')
  const count = await rows.instanceAssets.count(everyone, { kind })
  const limit = kind === 'FONT' ? instanceAssetLimits.fonts : instanceAssetLimits.profiles
  if (count >= limit)
    throw invalid(
      'kind',
      sentence(kind === 'FONT' ? 'too_many_files.fonts' : 'too_many_files.profiles', { limit }),
      'query',
    )
}

/** Checks a file, a font in isolation. Returns its scripts, null for a profile. Throws 422 if unusable. */
const usable = async (
  { services }: Pick<ProcessContext, 'services'>,
  kind: InstanceAssetKind,
  { blobKey, head, sizeBytes }: Received,
  face: number | undefined,
): Promise<{ scripts: string[] | null; replacement?: Inspection['replacement'] }> => {
  if (kind === 'ICC_PROFILE') {
    if (!isOutputProfile(head)) throw invalid('body', sentence('file_kind.profile'))
    return { scripts: null }
  }
  if (!isFont(head)) throw invalid('body', sentence('file_kind.font'))
  const { findings, scripts, replacement } = await services.renderer.inspect({
    kind: 'FONT',
    face,
    organisationId: '',
    sizeBytes,
    read: async () => (await services.blobs.stream(blobKey))!,
  })
  const errors = findings.filter((found) => hasErrors([found]))
  if (errors.length > 0) throw validationFailed(errors.map((found) => asError(found, 'body')))
  return { scripts: scripts ?? null, replacement }
}

const textAt = (bytes: Uint8Array, from: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + 4))

/** Checks class, colour space and signature of an output intent (ISO 15076). */
const isOutputProfile = (head: Uint8Array): boolean =>
  textAt(head, 12) === 'prtr' && textAt(head, 16) === 'CMYK' && textAt(head, 36) === 'acsp'

const isFont = (head: Uint8Array): boolean =>
  ['\0\x01\0\0', 'true', 'OTTO', 'ttcf', 'wOFF', 'wOF2'].includes(textAt(head, 0))
