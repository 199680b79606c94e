import { decodeTime, monotonicFactory } from 'ulid'
import { invalid, type Problem } from '../kernel/errors.ts'
import type { Noun } from '../kernel/nouns.ts'
import { shortened } from '../kernel/text.ts'
import type { Clock, Random } from '../ports/system.ts'
import { idSentences } from './sentences.ts'

/** Prefix of an id, which shows the resource type. */
export type IdPrefix =
  | 'org'
  | 'usr'
  | 'mbr'
  | 'rol'
  | 'ivt'
  | 'lnk'
  | 'sfa'
  | 'aud'
  | 'rlg'
  | 'key'
  | 'cat'
  | 'rsn'
  | 'fld'
  | 'tpl'
  | 'tv'
  | 'prd'
  | 'prn'
  | 'prr'
  | 'psp'
  | 'psv'
  | 'prl'
  | 'czn'
  | 'cal'
  | 'cst'
  | 'pst'
  | 'stk'
  | 'crv'
  | 'pfl'
  | 'pbt'
  | 'itm'
  | 'act'
  | 'run'
  | 'rnd'
  | 'sup'
  | 'imp'
  | 'map'
  | 'upl'
  | 'ast'
  | 'inv'
  | 'top'
  | 'led'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'exp'
  | 'int'
  | 'tkt'
  | 'tkm'
  | 'ses'
  | 'ret'
  | 'scn'
  | 'job'
  | 'req'
  | 'lse'

export interface Ids {
  /** A prefix and a ULID, which sorts by creation in real time regardless of test clocks. */
  next(prefix: IdPrefix): string
  /** 12 random characters (60 bits), easy to read and type. */
  trackingCode(): string
  /** The prefix and 32 random letters and digits (190 bits). */
  secret(prefix: string): string
}

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1)

/** Returns when the id was created, in ms of real time, regardless of test clocks. */
export const mintedAt = (id: string): number => decodeTime(ulidOf(id))

/** Crockford's base 32: no I, L, O or U, and within the alphanumeric mode of QR codes. */
const paperAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Normalises a tracking code as it is stored. */
export const readTrackingCode = (text: string): string => text.trim().toUpperCase()

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const createIds = (clock: Clock, random: Random): Ids => {
  const ulid = monotonicFactory(() => random.float())
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now())}`,
    trackingCode: () => {
      let code = ''
      for (const byte of random.bytes(12)) code += paperAlphabet[byte & 31]
      return code
    },
    secret: (prefix) => {
      let text = ''
      while (text.length < 32) {
        for (const byte of random.bytes(48)) {
          // 248 = 4 × 62: larger bytes would favour the first letters.
          if (byte < 248 && text.length < 32) text += alphabet[byte % 62]
        }
      }
      return prefix + text
    },
  }
}

const kinds: Readonly<Partial<Record<IdPrefix, { noun: Noun; collection: string }>>> = {
  act: { noun: 'item action', collection: 'item-actions' },
  ast: { noun: 'asset', collection: 'assets' },
  evt: { noun: 'event', collection: 'events' },
  exp: { noun: 'export', collection: 'exports' },
  fld: { noun: 'folder', collection: 'folders' },
  imp: { noun: 'import', collection: 'imports' },
  inv: { noun: 'invoice', collection: 'invoices' },
  itm: { noun: 'item', collection: 'items' },
  map: { noun: 'mapping preset', collection: 'mapping-presets' },
  org: { noun: 'organisation', collection: 'organisations' },
  pbt: { noun: 'Postbatch', collection: 'postbatches' },
  pfl: { noun: 'Postflow', collection: 'postflows' },
  prd: { noun: 'product', collection: 'products' },
  prn: { noun: 'printer', collection: 'printers' },
  psp: { noun: 'product specification', collection: 'specifications' },
  ret: { noun: 'return address', collection: 'return-addresses' },
  rnd: { noun: 'render', collection: 'renders' },
  run: { noun: 'run', collection: 'runs' },
  sup: { noun: 'suppression', collection: 'suppressions' },
  tkt: { noun: 'ticket', collection: 'tickets' },
  tpl: { noun: 'template', collection: 'templates' },
  tv: { noun: 'template version', collection: 'versions' },
  upl: { noun: 'upload', collection: 'uploads' },
  whd: { noun: 'delivery', collection: 'deliveries' },
  whe: { noun: 'webhook endpoint', collection: 'webhooks' },
}

const kindOf = (id: string) => {
  const prefix = /^([a-z]{2,3})_/.exec(id)?.[1] as IdPrefix | undefined
  return prefix && Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined
}

/** Returns a 422. `mode` limits its statement to this mode: the id may exist in the other one. */
export const unknownId = (parameter: string, prefix: IdPrefix, id: string, where?: 'mode'): Problem => {
  const { noun } = kinds[prefix]!
  const kind = kindOf(id)
  const other = kind === kinds[prefix] ? undefined : kind?.noun
  return invalid(parameter, idSentences.sentence('unknown.id', { noun, id: shortened(id), where, other }))
}

/** Finds an id in the path that belongs to another collection. Returns it with its noun. */
export const confusedId = (
  path: string,
  params: Readonly<Record<string, string>>,
): { id: string; other: Noun } | undefined => {
  const segments = path.split('/')
  for (const [name, id] of Object.entries(params)) {
    const collection = segments[segments.indexOf(`{${name}}`) - 1]
    const kind = kindOf(id)
    const standsHere = Object.values(kinds).some((known) => known.collection === collection)
    if (kind && standsHere && kind.collection !== collection) return { id: shortened(id), other: kind.noun }
  }
  return undefined
}
