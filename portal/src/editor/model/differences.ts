import type { TemplateDocument, TemplateElement } from '#lettershop/template'

/** A difference between two versions: an element by its index in each. */
export interface Difference {
  kind: 'added' | 'removed' | 'changed'
  /** 0-based. */
  page: number
  before?: number
  after?: number
  /** Names of changed fields, such as `text` or `x`. */
  fields: string[]
}

const settings = ['trim', 'bleed', 'safe', 'locale', 'formality', 'fonts', 'colors', 'variables'] as const

/** Returns changed document settings, such as `fonts`. */
export const changedSettings = (
  before: TemplateDocument,
  after: TemplateDocument,
): (typeof settings)[number][] =>
  settings.filter((setting) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]))

/**
 * Returns the differences page by page. Matches equal elements first, then by id, by text, and by type and
 * order, so that a moved or edited element is one change, not a removal and an addition.
 */
export const differencesOf = (before: TemplateDocument, after: TemplateDocument): Difference[] =>
  Array.from({ length: Math.max(before.pages.length, after.pages.length) }, (_, page) =>
    onPage(before.pages[page]?.elements ?? [], after.pages[page]?.elements ?? [], page),
  ).flat()

const onPage = (
  before: readonly TemplateElement[],
  after: readonly TemplateElement[],
  page: number,
): Difference[] => {
  const pairs = matched(before, after)
  const taken = new Set(pairs.values())
  const differences: Difference[] = []
  for (const [index, element] of before.entries()) {
    const other = pairs.get(index)
    if (other === undefined) differences.push({ kind: 'removed', page, before: index, fields: [] })
    else {
      const fields = changedFields(element, after[other]!)
      if (fields.length > 0) differences.push({ kind: 'changed', page, before: index, after: other, fields })
    }
  }
  for (const index of after.keys()) {
    if (!taken.has(index)) differences.push({ kind: 'added', page, after: index, fields: [] })
  }
  return differences
}

const matched = (
  before: readonly TemplateElement[],
  after: readonly TemplateElement[],
): Map<number, number> => {
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const match = (isSame: (a: TemplateElement, b: TemplateElement) => boolean) => {
    for (const [index, element] of before.entries()) {
      if (pairs.has(index)) continue
      const found = after.findIndex((other, at) => !taken.has(at) && isSame(element, other))
      if (found < 0) continue
      pairs.set(index, found)
      taken.add(found)
    }
  }
  match((a, b) => JSON.stringify(a) === JSON.stringify(b))
  match((a, b) => a.id !== undefined && a.id === b.id && a.type === b.type)
  match((a, b) => a.type === 'text' && b.type === 'text' && a.text === b.text)
  match((a, b) => a.type === b.type && (a.id === undefined || b.id === undefined))
  return pairs
}

const changedFields = (a: TemplateElement, b: TemplateElement): string[] => {
  const [before, after] = [a, b] as unknown as Record<string, unknown>[]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (field) => JSON.stringify(before![field]) !== JSON.stringify(after![field]),
  )
}
