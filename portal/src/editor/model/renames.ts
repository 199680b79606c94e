import type { TemplateDocument, TemplateElement, TemplateVariable } from '#lettershop/template'

const mapElements = (
  document: TemplateDocument,
  change: (element: TemplateElement) => TemplateElement,
): TemplateDocument => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, elements: page.elements.map(change) })),
})

const renamedKey = <Value>(record: Record<string, Value>, from: string, to: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key === from ? to : key, value]))

const inTags = (text: string, from: string, to: string): string =>
  text.replace(new RegExp(`(\\{\\{\\s*)${from}(?=[\\s|}])`, 'g'), `$1${to}`)

/** Renames a merge field in all tags and conditions. */
export const withRenamedField = (document: TemplateDocument, from: string, to: string): TemplateDocument =>
  mapElements({ ...document, variables: renamedKey(document.variables, from, to) }, (element) => {
    let changed = element
    if (changed.type === 'text') changed = { ...changed, text: inTags(changed.text, from, to) }
    if (changed.type === 'qr') changed = { ...changed, content: inTags(changed.content, from, to) }
    if (changed.showIf?.var === from) changed = { ...changed, showIf: { ...changed.showIf, var: to } }
    return changed
  })

/**
 * Returns the document with a new field, or with another one in place of `edited`. Keeps its label, which the
 * dialog doesn't show.
 */
export const withEditedField = (
  document: TemplateDocument,
  edited: string | null,
  name: string,
  field: TemplateVariable,
): TemplateDocument => {
  const renamed = edited && edited !== name ? withRenamedField(document, edited, name) : document
  return { ...renamed, variables: { ...renamed.variables, [name]: field } }
}

export const withoutField = (document: TemplateDocument, name: string): TemplateDocument => {
  const { [name]: _, ...variables } = document.variables
  return { ...document, variables }
}

/** Renames a colour in all uses. */
export const withRenamedColour = (document: TemplateDocument, from: string, to: string): TemplateDocument =>
  mapElements({ ...document, colors: renamedKey(document.colors, from, to) }, (element) => {
    const changed = { ...element } as TemplateElement & Partial<Record<'color' | 'fill' | 'stroke', string>>
    for (const key of ['color', 'fill', 'stroke'] as const) if (changed[key] === from) changed[key] = to
    return changed
  })

export const withoutColour = (document: TemplateDocument, name: string): TemplateDocument => {
  const { [name]: _, ...colors } = document.colors
  return { ...document, colors }
}

/** Counts the elements that use a colour. */
export const usesOfColour = (document: TemplateDocument, name: string): number =>
  document.pages
    .flatMap(({ elements }) => elements)
    .filter((element) => Object.entries(element).some(([key, value]) => isColour(key) && value === name))
    .length

const isColour = (key: string): boolean => key === 'color' || key === 'fill' || key === 'stroke'
