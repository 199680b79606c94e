import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { answered, api } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { nameOf } from '../items/recipient.ts'
import { roleName } from '../organisation/roles.ts'
import { type Entry, isOne, kindWord, nameIn, shortIdOf, versionOf } from './entry.ts'
import { w } from './words.ts'

type Named = [id: string, name: string]
interface Asked {
  permission: string
  /** The names of those that an organisation has; of items, of those that entries are about. */
  ask: (ids: readonly string[]) => Promise<Named[]>
}

const query = { limit: 200 }
const named = ({ data }: { data: readonly { id: string; name: string }[] }): Named[] =>
  data.map(({ id, name }) => [id, name])
/** An entry may be about a thing of the mode that is not shown. */
const ofBoth = async (ask: (header: { 'X-Mode': 'test' | 'live' }) => Promise<Named[]>): Promise<Named[]> =>
  (await Promise.all((['test', 'live'] as const).map((mode) => ask({ 'X-Mode': mode })))).flat()

const templates: Asked = {
  permission: 'templates.read',
  ask: async () => named(await answered(api.GET('/v1/templates', { params: { query } }))),
}

/** Whose names are asked for, by kind: the log keeps only what changed. */
const asked: Readonly<Record<string, Asked>> = {
  template: templates,
  templateVersion: templates,
  postflow: {
    permission: 'items.read',
    ask: () =>
      ofBoth(async (header) =>
        named(await answered(api.GET('/v1/postflows', { params: { query, header } }))),
      ),
  },
  postbatch: {
    permission: 'items.read',
    ask: () =>
      ofBoth(async (header) =>
        named(await answered(api.GET('/v1/postbatches', { params: { query, header } }))),
      ),
  },
  item: {
    permission: 'items.read',
    ask: (ids) =>
      ofBoth(async (header) => {
        const params = { query: { ...query, 'filter[id][in]': ids.slice(0, query.limit).join(',') }, header }
        const { data } = await answered(api.GET('/v1/items', { params }))
        return data.map(({ id, recipient }): Named => [id, nameOf(recipient)])
      }),
  },
  member: {
    permission: 'organisation.read',
    ask: async () => {
      const { data } = await answered(api.GET('/v1/organisation/members', { params: { query } }))
      return data.map(({ id, user }): Named => [id, user.name])
    },
  },
  role: {
    permission: 'organisation.read',
    ask: async () => {
      const { data } = await answered(api.GET('/v1/organisation/roles'))
      return data.map(({ id }): Named => [id, roleName(id, data)])
    },
  },
  returnAddress: {
    permission: 'organisation.read',
    ask: async () =>
      named(await answered(api.GET('/v1/organisation/return-addresses', { params: { query } }))),
  },
  webhookEndpoint: {
    permission: 'webhooks.manage',
    ask: async () => {
      const { data } = await answered(api.GET('/v1/webhooks', { params: { query } }))
      return data.map(({ id, url }): Named => [id, url])
    },
  },
  connector: {
    permission: 'apikeys.manage',
    ask: async () => {
      const { connectors } = await answered(api.GET('/v1/integrations'))
      return connectors.map(({ id, name }): Named => [id, name])
    },
  },
  apiKey: {
    permission: 'apikeys.manage',
    ask: async () => named(await answered(api.GET('/v1/developers/keys', { params: { query } }))),
  },
}

/** What the things are called that entries are about, as far as this person may know. Made while a component starts. */
export const createThings = (entries: () => readonly Entry[]) => {
  const known = new SvelteMap<string, string>()
  const sought = new Set<string>()
  $effect(() => {
    const news = new Map<string, Set<string>>()
    for (const { resource, resourceId } of entries()) {
      if (!news.has(resource)) news.set(resource, new Set())
      news.get(resource)!.add(resourceId)
    }
    untrack(() => {
      for (const [kind, about] of news) {
        const one = asked[kind]
        if (!one || !session.can(one.permission)) continue
        // Those of a kind are asked for together; of items there are too many.
        const fresh = (kind === 'item' ? [...about] : [kind]).filter((id) => !sought.has(id))
        if (fresh.length === 0) continue
        for (const id of fresh) sought.add(id)
        // Without names there are kinds and ids, so that nothing needs to be said of a refusal.
        one.ask(fresh).then(
          (names) => {
            for (const [id, name] of names) known.set(id, name)
          },
          () => undefined,
        )
      }
    })
  })
  /** What the entries themselves call a thing. */
  const written = $derived(
    new Map(
      entries()
        .map(({ resourceId, before, after }): Named => [resourceId, nameIn(after ?? before ?? {})])
        .filter(([, name]) => name !== ''),
    ),
  )
  return {
    /** Its own name, or its kind with a short id; empty where the entry says already what it is about. */
    of(entry: Entry): string {
      const { resource, resourceId } = entry
      if (resource === 'security') return ''
      if (isOne(resource)) return organisationNamed(resourceId) ?? kindWord(resource)
      const version = versionOf(entry)
      if (version) {
        const template = known.get(version.templateId)
        if (template) return w().versionOf(template, version.number)
      }
      const own = nameIn(entry.after ?? entry.before ?? {})
      const name = known.get(resourceId) ?? (own || written.get(resourceId))
      return name || `${kindWord(resource)} ${shortIdOf(resourceId)}`
    },
  }
}

const organisationNamed = (wanted: string): string | undefined =>
  session.current?.organisations.find(({ id }) => id === wanted)?.name
