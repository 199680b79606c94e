import { limits, type TemplateDocument, type TemplateElement } from '#lettershop/template'
import { moved } from './boxes.ts'

type Elements = readonly TemplateElement[]

/** Returns the document with other elements on a page (0-based). */
export const withElements = (
  document: TemplateDocument,
  page: number,
  change: (elements: Elements) => Elements,
): TemplateDocument => ({
  ...document,
  pages: document.pages.map((one, index) =>
    index === page ? { ...one, elements: [...change(one.elements)] } : one,
  ),
})

/** Returns the document with changed elements on a page. */
export const withChanged = (
  document: TemplateDocument,
  page: number,
  chosen: readonly number[],
  change: (element: TemplateElement, index: number) => TemplateElement,
): TemplateDocument =>
  withElements(document, page, (elements) =>
    elements.map((element, index) => (chosen.includes(index) ? change(element, index) : element)),
  )

export const without = (document: TemplateDocument, page: number, chosen: readonly number[]) =>
  withElements(document, page, (elements) => elements.filter((_, index) => !chosen.includes(index)))

/** Whether the page exists and has room for another element. */
export const hasRoom = (document: TemplateDocument, page: number): boolean =>
  (document.pages[page]?.elements.length ?? limits.elementsPerPage) < limits.elementsPerPage

/** Adds elements on top, up to the page's limit; returns their indices. */
export const withAdded = (
  document: TemplateDocument,
  page: number,
  added: Elements,
): { document: TemplateDocument; chosen: number[] } => {
  const count = document.pages[page]?.elements.length ?? 0
  const fitting = added.slice(0, Math.max(0, limits.elementsPerPage - count))
  return {
    document: withElements(document, page, (elements) => [...elements, ...fitting]),
    chosen: fitting.map((_, index) => count + index),
  }
}

/** Copies elements with an offset in mm and without ids; omits the address. */
export const copiesOf = (elements: Elements, aside = 3): TemplateElement[] =>
  elements
    .filter((element) => element.type !== 'address')
    .map((element) => {
      const { id: _, ...copy } = moved(element, aside, aside)
      return copy as TemplateElement
    })

/** Moves an element in the stacking order; ignores invalid indices. */
export const reordered = (
  document: TemplateDocument,
  page: number,
  from: number,
  to: number,
): TemplateDocument =>
  withElements(document, page, (elements) => {
    const moving = elements[from]
    if (!moving || to < 0 || to >= elements.length) return elements
    return elements.toSpliced(from, 1).toSpliced(to, 0, moving)
  })

/** Sets fields of an element; undefined removes a field. */
export const patched = <Element extends TemplateElement>(
  element: Element,
  fields: Partial<Element>,
): Element =>
  Object.fromEntries(
    Object.entries({ ...element, ...fields }).filter(([, value]) => value !== undefined),
  ) as unknown as Element
