import { invalid, type Problem } from '../kernel/errors.ts'
import type { Noun } from '../kernel/nouns.ts'
import { shortened } from '../kernel/text.ts'
import type { IdPrefix } from './ids.ts'
import { idSentences } from './sentences.ts'

/** The kind of resource that each id prefix stands for, and its collection as paths write it. */
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

/** A 422 for an id in a body or query that does not exist; `mode` says that it may exist in the other mode. */
export const unknownId = (parameter: string, prefix: IdPrefix, id: string, where?: 'mode'): Problem => {
  const { noun } = kinds[prefix]!
  const kind = kindOf(id)
  const other = kind === kinds[prefix] ? undefined : kind?.noun
  return invalid(parameter, idSentences.say('unknown.id', { noun, id: shortened(id), where, other }))
}

/** An id in a path that is one of another collection's resource, and the noun for that; undefined where there is none. */
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
