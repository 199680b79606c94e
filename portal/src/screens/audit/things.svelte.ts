import { words as w } from 'words:audit'
import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { allOf, type OfIds, withIds } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { nameOf } from '../items/recipient.ts'
import { roleName } from '../organisation/roles.ts'
import { type Entry, isOne, nameIn, shortIdOf, versionOf } from './entry.ts'

type Named = [id: string, name: string]
interface Source {
  permission: string
  /** True to load names by id, because there may be thousands; otherwise all of the kind once. */
  isById?: boolean
  load: (ids: readonly string[]) => Promise<Named[]>
}

type Header = { 'X-Mode': 'test' | 'live' }

const named = (rows: readonly { id: string; name: string }[]): Named[] =>
  rows.map(({ id, name }) => [id, name])
/** Reads both modes, because an entry may be about either. */
const ofBoth = <Row>(
  load: (query: OfIds, header: Header) => Promise<{ data: Row[] }>,
  names: (rows: readonly Row[]) => Named[],
): Source => ({
  permission: 'items.read',
  isById: true,
  load: async (ids) => {
    const requests = (['test', 'live'] as const).map((mode) =>
      withIds(ids, (query) => load(query, { 'X-Mode': mode })),
    )
    return names((await Promise.all(requests)).flat())
  },
})

const templates: Source = {
  permission: 'templates.read',
  isById: true,
  load: async (ids) =>
    named(await withIds(ids, (query) => answered(api.GET('/v1/templates', { params: { query } })))),
}

/** Loads names, by kind: an entry about a change contains only the changed fields. */
const sources: Readonly<Record<string, Source>> = {
  template: templates,
  postflow: ofBoth(
    (query, header) => answered(api.GET('/v1/postflows', { params: { query, header } })),
    named,
  ),
  postbatch: ofBoth(
    (query, header) => answered(api.GET('/v1/postbatches', { params: { query, header } })),
    named,
  ),
  item: ofBoth(
    (query, header) => answered(api.GET('/v1/items', { params: { query, header } })),
    (items) => items.map(({ id, recipient }) => [id, nameOf(recipient)]),
  ),
  member: {
    permission: 'organisation.read',
    load: async () => {
      const members = await allOf((query) =>
        answered(api.GET('/v1/organisation/members', { params: { query } })),
      )
      return members.map(({ id, user }): Named => [id, user.name])
    },
  },
  role: {
    permission: 'organisation.read',
    load: async () => {
      const { data } = await answered(api.GET('/v1/organisation/roles'))
      return data.map(({ id }): Named => [id, roleName(id, data)])
    },
  },
  returnAddress: {
    permission: 'organisation.read',
    load: async () =>
      named(
        await allOf((query) => answered(api.GET('/v1/organisation/return-addresses', { params: { query } }))),
      ),
  },
  webhookEndpoint: {
    permission: 'webhooks.manage',
    load: async () => {
      const webhooks = await allOf((query) => answered(api.GET('/v1/webhooks', { params: { query } })))
      return webhooks.map(({ id, url }): Named => [id, url])
    },
  },
  connector: {
    permission: 'apikeys.manage',
    load: async () => {
      const { connectors } = await answered(api.GET('/v1/integrations'))
      return connectors.map(({ id, name }): Named => [id, name])
    },
  },
  apiKey: {
    permission: 'apikeys.manage',
    load: async () =>
      named(await allOf((query) => answered(api.GET('/v1/developers/keys', { params: { query } })))),
  },
}

/** Names of the entries' resources that the user may read. Create it during component initialisation. */
export const createThings = (entries: () => readonly Entry[]) => {
  const known = new SvelteMap<string, string>()
  const requestedIds = new Set<string>()
  $effect(() => {
    const idsByKind = new Map<string, Set<string>>()
    for (const entry of entries()) {
      // A version has its template's name.
      const version = versionOf(entry)
      const kind = version ? 'template' : entry.resource
      if (!idsByKind.has(kind)) idsByKind.set(kind, new Set())
      idsByKind.get(kind)!.add(version?.templateId ?? entry.resourceId)
    }
    untrack(() => {
      for (const [kind, about] of idsByKind) {
        const one = sources[kind]
        if (!one || !session.can(one.permission)) continue
        const fresh = (one.isById ? [...about] : [kind]).filter((id) => !requestedIds.has(id))
        if (fresh.length === 0) continue
        for (const id of fresh) requestedIds.add(id)
        // On an error, short ids are shown instead.
        one.load(fresh).then(
          (names) => {
            for (const [id, name] of names) known.set(id, name)
          },
          () => undefined,
        )
      }
    })
  })
  /** Names in the entries themselves. */
  const written = $derived(
    new Map(
      entries()
        .map(({ resourceId, before, after }): Named => [resourceId, nameIn(after ?? before ?? {})])
        .filter(([, name]) => name !== ''),
    ),
  )
  return {
    /** Returns the name, or a short id; empty if the kind already says it. */
    of(entry: Entry): string {
      const { resource, resourceId } = entry
      if (resource === 'security') return ''
      const own = nameIn(entry.after ?? entry.before ?? {})
      if (resource === 'organisation') return own || (organisationNamed(resourceId) ?? '')
      if (isOne(resource)) return ''
      const version = versionOf(entry)
      if (version) {
        const template = known.get(version.templateId)
        if (template) return w().versionOf({ template, number: version.number })
      }
      const name = known.get(resourceId) ?? (own || written.get(resourceId))
      return name || shortIdOf(resourceId)
    },
  }
}

const organisationNamed = (organisationId: string): string | undefined =>
  session.current?.organisations.find(({ id }) => id === organisationId)?.name
