/** What the bundler knows of a module. */
export interface Module {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  code: string | null
}
/** Looks up a module; null for one of another package that stays outside. */
export type Lookup = (id: string) => Module | null

/** Modules that the same parts of the program use: they are in one file at least. */
interface Chunk {
  ids: string[]
  /** Indices of the parts and first visits that use it. */
  users: readonly number[]
  /** Length of its code. */
  size: number
  /** Whether it has a style sheet, which is a file too. */
  isStyled: boolean
}

/** What a file costs, as the length of code that takes as long to load. */
const costOfFile = 14_000
/** Number of files from which a further one costs more, because a browser loads six at once. */
const manyFiles = 14
const costOfMany = 10
/** Weight of a first visit, whose size is limited (`e2e/first-visit.ts`). Parts weigh 1. */
const weightOfVisit = 60

/** Prefix of the names of shared files. */
export const sharedPrefix = 'shared-'

const isStyle = (id: string): boolean => id.endsWith('.css')

/** Returns modules and all that they import statically, except those in `loaded`. */
const reached = (ids: Iterable<string>, lookup: Lookup, loaded: ReadonlySet<string> = new Set()) => {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (loaded.has(id) || found.has(id)) return
    found.add(id)
    for (const next of lookup(id)?.importedIds ?? []) visit(next)
  }
  for (const id of ids) visit(id)
  return found
}

/** Lists the modules that are imported dynamically, from `main` on. */
const partsFrom = (main: string, lookup: Lookup): string[] => {
  const parts = new Set<string>()
  const visit = (start: string): void => {
    for (const id of reached([start], lookup)) {
      for (const part of lookup(id)?.dynamicallyImportedIds ?? []) {
        if (parts.has(part)) continue
        parts.add(part)
        visit(part)
      }
    }
  }
  visit(main)
  return [...parts].sort()
}

/** Maps the modules that aren't always loaded to the indices of the sets of parts that use them. */
const usersOf = (sets: readonly (readonly string[])[], lookup: Lookup, loaded: ReadonlySet<string>) => {
  const users = new Map<string, number[]>()
  for (const [index, set] of sets.entries()) {
    for (const id of reached(set, lookup, loaded)) users.set(id, [...(users.get(id) ?? []), index])
  }
  return users
}

/** Groups the modules that several parts use, by the parts that use them. */
const sharedBy = (
  users: ReadonlyMap<string, readonly number[]>,
  parts: readonly string[],
  lookup: Lookup,
): Chunk[] => {
  const chunks = new Map<string, Chunk>()
  for (const [id, by] of [...users].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (by.filter((user) => user < parts.length).length === 1) continue
    const key = by.join()
    const chunk = chunks.get(key) ?? { ids: [], users: by, size: 0, isStyled: false }
    chunks.set(key, chunk)
    chunk.ids.push(id)
    chunk.size += lookup(id)?.code?.length ?? 0
    chunk.isStyled ||= isStyle(id)
  }
  return [...chunks.values()]
}

/** Whether merging two chunks would create an import cycle. */
const isCircular = (one: Chunk, other: Chunk, imports: ReadonlyMap<Chunk, ReadonlySet<Chunk>>): boolean => {
  const leads = (from: Chunk, to: Chunk): boolean => {
    const seen = new Set<Chunk>([to])
    const visit = (chunk: Chunk): boolean => {
      if (seen.has(chunk)) return false
      seen.add(chunk)
      const next = imports.get(chunk)!
      return next.has(to) || [...next].some(visit)
    }
    return [...imports.get(from)!].some(visit)
  }
  return leads(one, other) || leads(other, one)
}

/** Which chunks import which. */
const importsOf = (chunks: readonly Chunk[], lookup: Lookup): Map<Chunk, Set<Chunk>> => {
  const places = new Map(chunks.flatMap((chunk) => chunk.ids.map((id) => [id, chunk] as const)))
  return new Map(
    chunks.map((chunk) => {
      const imported = chunk.ids.flatMap((id) => lookup(id)?.importedIds ?? [])
      const others = imported.flatMap((id) => places.get(id) ?? []).filter((other) => other !== chunk)
      return [chunk, new Set(others)]
    }),
  )
}

interface Merge {
  one: number
  other: number
  /** What it saves: files, less the code that parts load and don't use. */
  gain: number
}

/** Lists for each chunk those that it imports, also through others. */
const reachedFrom = (chunks: readonly Chunk[], imports: ReadonlyMap<Chunk, ReadonlySet<Chunk>>) =>
  chunks.map((chunk) => {
    const found = new Set<Chunk>()
    const visit = (one: Chunk): void => {
      for (const next of imports.get(one)!) {
        if (found.has(next)) continue
        found.add(next)
        visit(next)
      }
    }
    visit(chunk)
    return found
  })

/** Lists the merges that save something, the best first. */
const mergesOf = (
  chunks: readonly Chunk[],
  weights: readonly number[],
  imports: ReadonlyMap<Chunk, ReadonlySet<Chunk>>,
): Merge[] => {
  const reach = reachedFrom(chunks, imports)
  const files = weights.map(() => 0)
  for (const { users, isStyled } of chunks) for (const user of users) files[user]! += isStyled ? 2 : 1
  const costs = files.map((number) => (number > manyFiles ? costOfMany : 1))
  const total = (users: readonly number[]) => users.reduce((sum, user) => sum + weights[user]!, 0)
  const totals = chunks.map(({ users }) => total(users))
  const sets = chunks.map(({ users }) => new Set(users))
  const places = new Map(chunks.map((chunk, at) => [chunk, at] as const))
  /** The code that users of `at` load too if they load `other`, because it imports it. */
  const brought = (at: number, other: number): number => {
    let code = 0
    for (const chunk of reach[other]!) {
      const place = places.get(chunk)!
      if (place === at || reach[at]!.has(chunk)) continue
      for (const user of chunks[at]!.users) if (!sets[place]!.has(user)) code += weights[user]! * chunk.size
    }
    return code
  }
  const merges: Merge[] = []
  for (const [at, one] of chunks.entries()) {
    for (let other = at + 1; other < chunks.length; other++) {
      const { users, size, isStyled } = chunks[other]!
      const both = users.filter((user) => sets[at]!.has(user))
      if (both.length === 0) continue
      const saved = both.reduce((sum, user) => sum + costs[user]!, 0) * (one.isStyled && isStyled ? 2 : 1)
      const common = total(both)
      const unused = (totals[at]! - common) * size + (totals[other]! - common) * one.size
      if (saved * costOfFile <= unused) continue
      const gain = saved * costOfFile - unused - brought(at, other) - brought(other, at)
      if (gain > 0) merges.push({ one: at, other, gain })
    }
  }
  return merges.sort((a, b) => b.gain - a.gain)
}

/** Merges the chunk pairs that save most, until none saves anything. */
const merged = (shared: readonly Chunk[], weights: readonly number[], lookup: Lookup): readonly Chunk[] => {
  const imports = importsOf(shared, lookup)
  const merge = mergesOf(shared, weights, imports).find(
    ({ one, other }) => !isCircular(shared[one]!, shared[other]!, imports),
  )
  if (!merge) return shared
  const [one, other] = [shared[merge.one]!, shared[merge.other]!]
  const whole: Chunk = {
    ids: [...one.ids, ...other.ids],
    users: [...new Set([...one.users, ...other.users])],
    size: one.size + other.size,
    isStyled: one.isStyled || other.isStyled,
  }
  const rest = shared.filter((chunk) => chunk !== one && chunk !== other)
  return merged([...rest, whole], weights, lookup)
}

/** Name of the file of all modules that are always loaded. */
export const startFile = 'start'

/**
 * Plans the files of the modules: returns for each module the name of its file. A bundler's own rule, a file for
 * each set of users, makes hundreds. Here two of these become one as long as the files that this saves outweigh the
 * code that some parts then load without using it. `main` and the modules of `isAlways`, with all that they import,
 * are always loaded. Each of `visits` matches the parts that a first visit loads together. A module of a single part
 * is in the part's own file.
 */
export const planFiles = (
  { main, isAlways, visits }: { main: string; isAlways: (id: string) => boolean; visits: readonly RegExp[] },
  lookup: Lookup,
): ReadonlyMap<string, string> => {
  const all = partsFrom(main, lookup)
  const loaded = reached([main, ...[...reached([main, ...all], lookup)].filter(isAlways)], lookup)
  const parts = all.filter((id) => !loaded.has(id))
  const together = visits.map((visit) => parts.filter((id) => visit.test(id)))
  const users = usersOf([...parts.map((part) => [part]), ...together], lookup, loaded)
  const weights = [...parts.map(() => 1), ...together.map(() => weightOfVisit)]
  const shared = merged(sharedBy(users, parts, lookup), weights, lookup)
  return new Map([
    ...[...loaded].map((id) => [id, startFile] as const),
    ...[...users].map(([id, [part]]) => [id, parts[part!]!] as const),
    ...shared.flatMap(({ ids }, at) => ids.map((id) => [id, `${sharedPrefix}${at}`] as const)),
  ])
}
